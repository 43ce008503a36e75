import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { exampleLeads } from '#web/vault-api.ts';

import { remote } from './remote.ts';
import { renewal } from './renewal.ts';
import { tellError, untellError } from './tell.ts';

const ask = (_all: 'top5', signal: AbortSignal): Promise<Top5Answer> => exampleLeads(signal);

/** The example leads of the Lead Vault's own page. */
const examples = remote(ask, {
  onFailure: () => tellError('Failed to load leads.'),
  onRecovery: untellError,
});

export const { useRemote: useExamples, stop: stopExamples, give: giveExamples } = examples;

export const loadExamples = (): void => void examples.load('top5');

/** Keeps them up to date while they are on screen; in a new week they are all there at once. */
export const { watch: watchExamples } = renewal(examples, ask, () => true);
