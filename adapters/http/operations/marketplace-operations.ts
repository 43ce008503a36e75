import { Top5Answer, UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { UnsoldListQuery } from '#adapters/http/contract/list-queries.ts';
import type { Headers, Operation } from './operation.ts';

const KEPT: Headers = {
  'Cache-Control': {
    says: '`no-cache`: it may be kept, if it is asked for each time whether it is still true.',
    always: true,
  },
  ETag: { says: 'Changes with the content.', always: true },
  Vary: { says: '`Accept-Encoding`: it may come compressed.', always: true },
};
const UNCHANGED = { says: 'It is what `If-None-Match` names.', headers: KEPT };

export const MARKETPLACE_OPERATIONS: readonly Operation[] = [
  {
    id: 'listUnsoldLeads',
    area: 'Marketplace',
    method: 'get',
    path: '/api/good-lead/unsold',
    summary: 'List the leads on offer',
    description:
      'Newest first. The search knows cities and states: `Austin`, `Austin, TX`, `TX`, `New`. A page past the last one is answered by the last one.',
    query: UnsoldListQuery,
    limits: { list: 'an address, all lists together' },
    answers: { 200: { says: 'One page of what was found.', json: UnsoldAnswer, headers: KEPT }, 304: UNCHANGED },
  },
  {
    id: 'listTopVaultedLeads',
    area: 'Marketplace',
    method: 'get',
    path: '/api/good-lead/top5',
    summary: 'Show five examples from the Lead Vault',
    description: 'The vaulted leads of highest original price, their contacts masked.',
    limits: { list: 'an address, all lists together' },
    answers: { 200: { says: 'At most five leads.', json: Top5Answer, headers: KEPT }, 304: UNCHANGED },
  },
];
