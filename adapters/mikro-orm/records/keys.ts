/** The form in which ids are kept. PostgreSQL would take others for the same id, and refuse what is none at all. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** PostgreSQL stores no NUL, so nothing that holds one can be found, and to ask for it is refused. */
export const isStorable = (text: string): boolean => !text.includes('\0');
