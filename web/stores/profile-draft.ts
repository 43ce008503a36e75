/** What the form of the profile holds. */
type Values = { readonly fullName: string; readonly email: string; readonly phone: string; readonly address: string };

/** What was typed when the form was removed: in memory only, and for its owner only. */
let draft: { readonly owner: string; readonly values: Values } | undefined;

/** Keeps what the user with this e-mail address has typed and not saved. */
export const keepDraft = (owner: string, values: Values): void => void (draft = { owner, values });

/** What this user had typed, if that is still to be saved. */
export const draftOf = (owner: string): Values | undefined => (draft?.owner === owner ? draft.values : undefined);

export const dropDraft = (): void => void (draft = undefined);
