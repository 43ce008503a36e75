import type { HonoRequest } from 'hono';
import * as v from 'valibot';

import { LONGEST_EMAIL, isEmail } from '#domain/email.ts';
import { withoutInvisible } from '#domain/invisible.ts';

const Fields = v.object({
  outcome: v.picklist(['pay', 'decline', 'cancel']),
  email: v.optional(v.string(), ''),
});

export type Form = {
  readonly outcome: 'pay' | 'decline' | 'cancel';
  /** Fills the field again; empty when the text does not fit into a field. */
  readonly typed: string;
  /** The address as it was given, without invisible characters around it; `undefined` when it is none. */
  readonly email: string | undefined;
};

const addressIn = (typed: string): string | undefined => {
  const address = withoutInvisible(typed).trim();
  return isEmail(address) ? address : undefined;
};

/** Typed text is shown again only if it is short enough for an address. */
const isShowable = (text: string): boolean => text.length <= LONGEST_EMAIL && !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text);

/** The fields of a posted form, each once. `malformed`: one was sent twice. */
export const postedFields = async (
  request: HonoRequest,
): Promise<Readonly<Record<string, string>> | 'wrong-type' | 'malformed'> => {
  const type = request.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return 'wrong-type';
  const posted = new URLSearchParams(await request.text());
  const isRepeated = [...posted.keys()].length !== new Set(posted.keys()).size;
  return isRepeated ? 'malformed' : Object.fromEntries(posted);
};

/** Reads a posted form. `malformed`: it is not the form of the hosted page. */
export const readForm = async (request: HonoRequest): Promise<Form | 'wrong-type' | 'malformed'> => {
  const posted = await postedFields(request);
  if (posted === 'wrong-type') return 'wrong-type';
  const fields = v.safeParse(Fields, posted);
  if (!fields.success) return 'malformed';
  const { outcome, email } = fields.output;
  return isShowable(email)
    ? { outcome, typed: email, email: addressIn(email) }
    : outcome === 'pay'
      ? { outcome, typed: '', email: undefined }
      : 'malformed';
};
