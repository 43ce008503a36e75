import { ContactRequest } from '#adapters/http/contract/account-contract.ts';
import { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import type { Operation } from './operation.ts';

export const CONTACT_OPERATIONS: readonly Operation[] = [
  {
    id: 'contactUs',
    area: 'Contact',
    method: 'post',
    path: '/api/contact',
    summary: 'Send a message to the shop',
    json: ContactRequest,
    limits: { contact: 'an address' },
    answers: { 200: { says: 'The message is stored and on its way.', json: MessageAnswer } },
  },
];
