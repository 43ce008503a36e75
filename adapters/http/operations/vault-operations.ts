import { ExportAnswer, VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { ExportQuery, VaultQuery } from '#adapters/http/contract/list-queries.ts';
import type { Operation } from './operation.ts';

export const VAULT_OPERATIONS: readonly Operation[] = [
  {
    id: 'listVaultedLeads',
    area: 'Lead Vault',
    method: 'get',
    path: '/api/good-lead/vaulted-leads',
    summary: 'List the leads of the vault',
    description:
      'The search knows cities, names and e-mail addresses. A page past the last one is answered by the last one.',
    query: VaultQuery,
    session: 'required',
    limits: { list: 'an address, all lists together', vault: 'a user' },
    answers: { 200: { says: 'One page of what was found.', json: VaultAnswer } },
    refusals: ['SUBSCRIPTION_REQUIRED'],
  },
  {
    id: 'exportVault',
    area: 'Lead Vault',
    method: 'get',
    path: '/api/good-lead/export',
    summary: 'Export every lead that a search finds',
    description:
      'Sent while it is read, one lead a line. A fault on the way breaks the connection, so a part is never taken for the whole. A user has two at once at most.',
    query: ExportQuery,
    session: 'required',
    limits: { export: 'a user', 'export-burst': 'a user' },
    answers: { 200: { says: 'All that was found.', json: ExportAnswer } },
    refusals: ['SUBSCRIPTION_REQUIRED', 'BUSY'],
  },
];
