import { whenReady } from '#adapters/http/awaitable.ts';
import type { Awaitable } from '#adapters/http/awaitable.ts';
import type { HeaderRecord } from '#adapters/http/headers.ts';
import type { PublicAnswer } from './answer.ts';
import { formFor, sentAs } from './send-answer.ts';
import type { Coding, NegotiationHeaders, Sent } from './send-answer.ts';

/** An answer as it goes to the socket, with its headers as names and values in turn. */
type Ready = Omit<Sent, 'headers'> & { readonly headers: readonly string[] };

/** Node encodes a text each time that it sends it: quickly where all of it is ASCII, and otherwise for as long as all the rest takes. */
const encoded = (body: Sent['body']): Sent['body'] =>
  typeof body === 'string' && Buffer.byteLength(body) > body.length ? Buffer.from(body) : body;

const readyOf = ({ status, headers, body }: Sent): Ready => ({
  status,
  headers: Object.entries(headers).flat(),
  body: encoded(body),
});

/** An answer in its forms, as far as they were asked for. */
type Forms = Partial<Record<Coding, { whole?: Ready; notModified?: Ready }>>;

/**
 * Makes cached answers ready to be sent, with the headers of their kind. Each form of an answer is made ready once, and dropped
 * together with the answer: making it anew takes a tenth of each request. Synchronous, unless the bytes still have to be compressed.
 */
export const sentAgain = (
  defaults: HeaderRecord,
): ((answer: PublicAnswer, asked: NegotiationHeaders) => Awaitable<Ready>) => {
  const known = new WeakMap<PublicAnswer, Forms>();

  const formsOf = (answer: PublicAnswer): Forms => {
    const forms = known.get(answer) ?? {};
    known.set(answer, forms);
    return forms;
  };

  return (answer, asked) => {
    const form = formFor(answer, asked);
    const forms = (formsOf(answer)[form.coding] ??= {});
    const which = form.isNotModified ? 'notModified' : 'whole';
    const ready = forms[which];
    if (ready !== undefined) return ready;
    const keep = (sent: Sent): Ready => (forms[which] = readyOf(sent));
    return whenReady(sentAs(answer, form, defaults), keep);
  };
};
