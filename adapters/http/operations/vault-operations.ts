import { figures } from '#domain/count.ts';
import { LARGEST_EXPORT } from '#domain/lead-csv.ts';
import { ExportAnswer, VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { ExportQuery, VaultListQuery } from '#adapters/http/contract/list-queries.ts';
import type { Operation } from './operation.ts';

const MOST = figures(LARGEST_EXPORT);

export const VAULT_OPERATIONS: readonly Operation[] = [
  {
    id: 'listVaultedLeads',
    area: 'Lead Vault',
    method: 'get',
    path: '/api/good-lead/vaulted-leads',
    summary: 'List the leads of the vault',
    description:
      'The search knows cities, names and e-mail addresses. A page past the last one is answered by the last one.',
    query: VaultListQuery,
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
    summary: 'Export the leads that a search finds',
    description: `Every lead that it finds, ${MOST} at most, the first in the order asked for: where \`totalItems\` of the list is more, export state by state, and a large one city by city. Sent while it is read, one lead a line. A fault on the way breaks the connection, so what broke off is never taken for an answer. A user has two at once at most.`,
    query: ExportQuery,
    session: 'required',
    limits: { export: 'a user', 'export-burst': 'a user' },
    answers: { 200: { says: `What was found, ${MOST} leads at most.`, json: ExportAnswer } },
    refusals: ['SUBSCRIPTION_REQUIRED', 'CROSS_ORIGIN', 'BUSY'],
  },
];
