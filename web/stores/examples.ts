import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { exampleLeads } from '#web/vault-api.ts';

import { remote } from './remote.ts';
import { tellError, untellError } from './tell.ts';

/** The example leads of the Lead Vault's own page. */
const examples = remote<'top5', Top5Answer>((_all, signal) => exampleLeads(signal), {
  onFailure: () => tellError('Failed to load leads.'),
  onRecovery: untellError,
});

export const { useRemote: useExamples, stop: stopExamples, give: giveExamples } = examples;

export const loadExamples = (): void => void examples.load('top5');
