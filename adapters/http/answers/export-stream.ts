import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { VaultedLead } from '#domain/vault.ts';
import { vaultedLeadOf } from './vaulted-lead.ts';

type Leads = AsyncIterable<readonly VaultedLead[]>;

const rowsOf = (leads: readonly VaultedLead[]): string =>
  leads.map((lead) => JSON.stringify(vaultedLeadOf(lead))).join(',\n');

/** The text of an `ExportAnswer`, one row a line, as much at a time as comes of `leads` at a time. */
async function* answerText(leads: Leads): AsyncGenerator<string, void, void> {
  const start = '{"status":"success","data":[';
  let isEmpty = true;
  for await (const some of leads) {
    if (some.length === 0) continue;
    yield `${isEmpty ? `${start}\n` : ',\n'}${rowsOf(some)}`;
    isEmpty = false;
    // The others have their turn, also where the next leads are at hand already.
    await nextTurn();
  }
  yield isEmpty ? `${start}]}` : ']}';
}

/**
 * An `ExportAnswer` that is made while it is sent. The first leads are read before it is answered: what goes wrong by then is
 * thrown. What goes wrong later is told to `onFault` and breaks the connection, so that nobody takes a part for the whole.
 * When the reader goes away, `leads` are read no more, and nothing of it is a fault.
 */
export const exportStream = async (
  leads: Leads,
  onFault: (error: Error) => void,
): Promise<ReadableStream<Uint8Array>> => {
  const texts = answerText(leads);
  let first: Promise<IteratorResult<string, void>> | undefined = texts.next();
  await first;
  const encoder = new TextEncoder();
  let isLeft = false;

  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await (first ?? texts.next());
      first = undefined;
      // The stream is closed already, and takes nothing more.
      if (isLeft) return;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    } catch (error) {
      // Nobody is there any more whose export could break off.
      if (isLeft) return;
      onFault(error instanceof Error ? error : new Error('something else than an error was thrown'));
      // The server prints this one: it says nothing of what the store said.
      throw new Error('an export broke off');
    }
  };
  // Whoever reads the stream does so outside the request, whose lines in the log these still are.
  const inRequest = AsyncLocalStorage.snapshot();
  const cancel = async (): Promise<void> => {
    isLeft = true;
    await texts.return();
  };
  // Nothing is read ahead: a fault comes while somebody waits for more, and then the server cuts the connection at once.
  return new ReadableStream(
    { pull: (controller) => inRequest(pull, controller), cancel: () => inRequest(cancel) },
    { highWaterMark: 0 },
  );
};
