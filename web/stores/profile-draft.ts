/** Fields of the form of the profile, and what was typed into them. */
type Typed = readonly (readonly [name: 'fullName' | 'email' | 'phone' | 'address', text: string])[];

/** What was typed when the form was removed: in memory only, and for its owner only. */
let draft: { readonly owner: string; readonly typed: Typed } | undefined;

/** Keeps what the user with this e-mail address has typed and not saved. */
export const keepDraft = (owner: string, typed: Typed): void => void (draft = { owner, typed });

/** What this user had typed, if that is still to be saved. */
export const draftOf = (owner: string): Typed | undefined => (draft?.owner === owner ? draft.typed : undefined);

export const dropDraft = (): void => void (draft = undefined);
