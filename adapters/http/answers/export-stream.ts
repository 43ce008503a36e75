import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { VaultedLead } from '#domain/vault.ts';
import { vaultedLeadOf } from './vaulted-lead.ts';

type Leads = AsyncIterable<readonly VaultedLead[]>;

const rowsOf = (leads: readonly VaultedLead[]): string =>
  leads.map((lead) => JSON.stringify(vaultedLeadOf(lead))).join(',\n');

/** The text of an `ExportAnswer`, one row a line, in chunks of as many leads as arrive together. */
async function* answerText(leads: Leads): AsyncGenerator<string, void, void> {
  const start = '{"status":"success","data":[';
  let isEmpty = true;
  for await (const some of leads) {
    if (some.length === 0) continue;
    yield `${isEmpty ? `${start}\n` : ',\n'}${rowsOf(some)}`;
    isEmpty = false;
    // Lets other requests have their turn, even if the next leads are at hand already.
    await nextTurn();
  }
  yield isEmpty ? `${start}]}` : ']}';
}

/**
 * An `ExportAnswer` that is made while it is sent. The first leads are read before the answer begins: a fault until then is thrown. A
 * later fault is passed to `onFault` and breaks the connection, so that nobody takes a part for the whole. When the reader goes away,
 * `leads` are read no more, and that is no fault.
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
      // The stream is closed already, and takes no more.
      if (isLeft) return;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    } catch (error) {
      // The reader is gone already: no export breaks off.
      if (isLeft) return;
      onFault(error instanceof Error ? error : new Error('something else than an error was thrown'));
      // The server prints this error, so it must not repeat what the store said.
      throw new Error('an export broke off');
    }
  };
  // The stream is read outside the request, but its log lines still belong to the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const cancel = async (): Promise<void> => {
    isLeft = true;
    await texts.return();
  };
  // Nothing is read ahead: a fault then happens while the reader waits for more, and the server cuts the connection at once.
  return new ReadableStream(
    { pull: (controller) => inRequest(pull, controller), cancel: () => inRequest(cancel) },
    { highWaterMark: 0 },
  );
};
