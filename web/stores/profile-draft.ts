/** What the form of the profile holds. */
type Values = { readonly fullName: string; readonly email: string; readonly phone: string; readonly address: string };

/** What somebody had typed when the form was taken away: in memory only, and for nobody else. */
let draft: { readonly owner: string; readonly values: Values } | undefined;

/** Keeps what the user with this e-mail has typed and not saved. */
export const keepDraft = (owner: string, values: Values): void => void (draft = { owner, values });

/** What this user had typed, if that is still to be saved. */
export const draftOf = (owner: string): Values | undefined => (draft?.owner === owner ? draft.values : undefined);

export const dropDraft = (): void => void (draft = undefined);
