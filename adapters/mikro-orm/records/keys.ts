/** The form in which ids are stored. PostgreSQL would read other forms as the same id, and refuses a text that is no id. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** PostgreSQL stores no NUL: a text with one cannot be found, and a search for it is refused. */
export const isStorable = (text: string): boolean => !text.includes('\0');
