import { onVisitorLeft } from '#web/stores/visitor.ts';

/** What was typed and not sent, by the names of fields: in memory only, and for whoever typed it. */
const typed = new Map<string, string>();

export const forgetTyped = (): void => typed.clear();

onVisitorLeft(forgetTyped);

/** Keeps what was typed into a field, for the next form in this tab that has it too. It goes with the user who is, or next is, signed in. */
export const keepTyped = (name: string, text: string): void => void typed.set(name, text);

/** What was typed into a field before; empty if nothing was. */
export const typedInto = (name: string): string => typed.get(name) ?? '';
