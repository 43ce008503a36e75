import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { CONTACT_OPERATIONS } from './contact-operations.ts';
import { DOCUMENT_OPERATIONS } from './document-operations.ts';
import { MARKETPLACE_OPERATIONS } from './marketplace-operations.ts';
import type { Operation } from './operation.ts';
import { PURCHASE_OPERATIONS } from './purchase-operations.ts';
import { SESSION_OPERATIONS } from './session-operations.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations.ts';
import { VAULT_OPERATIONS } from './vault-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** Every described route: all of those under `/api`, and others that programs call. */
export const OPERATIONS: readonly Operation[] = [
  ...MARKETPLACE_OPERATIONS,
  ...PURCHASE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...VAULT_OPERATIONS,
  ...CONTACT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
];
