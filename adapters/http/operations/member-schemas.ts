import * as v from 'valibot';

import * as account from '#adapters/http/contract/account-contract.ts';
import { ConfirmAnswer } from '#adapters/http/contract/subscription-contract.ts';
import { MessageAnswer, UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { ExportAnswer, VaultAnswer, VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import * as examples from './examples.ts';
import { COUNT, FOR_PEOPLE, FOUND, MAIL_TOKEN, OUTCOME, TIME, described } from './described.ts';

/** The body of a call that needs no input. */
export const NoFields = v.object({});

const PASSWORD = { format: 'password', description: 'Taken as it is, never trimmed.' } as const;

/** The schemas of accounts, the subscription, the vault and the contact form. */
export const MEMBER_SCHEMAS = {
  RegisterRequest: described(account.RegisterRequest, { fields: { password: PASSWORD }, example: examples.REGISTER }),
  LoginForm: described(account.LoginForm, {
    fields: { username: 'The e-mail address.', password: { format: 'password' } },
    example: examples.LOGIN,
  }),
  EmailForm: described(account.EmailForm, { example: { email: examples.ADDRESS } }),
  ResetForm: described(account.ResetForm, {
    fields: { token: MAIL_TOKEN, newPassword: PASSWORD },
    example: examples.RESET,
  }),
  ProfileRequest: described(account.ProfileRequest, { example: examples.PROFILE }),
  User: described(UserAnswer, {
    fields: {
      subscriptionDate: { ...TIME, description: 'The start of the unbroken run of the subscription.' },
      cancelAtPeriodEnd: 'No further month will be paid.',
      canBeKept: 'That can be undone without a new payment.',
      accessUntil: { ...TIME, description: 'When access ends if nothing more is paid.' },
      renewsAt: { ...TIME, description: 'When the next month is paid.' },
      paymentFailed: 'The last renewal was not paid.',
      pendingEmail: 'An address that waits for its link to be opened.',
    },
    example: examples.USER,
  }),
  Message: described(MessageAnswer, {
    fields: { message: FOR_PEOPLE },
    example: { message: 'Login successful!' },
  }),
  Link: described(account.LinkAnswer, {
    fields: { message: FOR_PEOPLE, email: 'The address that the link was sent to.' },
    example: { message: 'The link works.', email: examples.ADDRESS },
  }),
  SubscriptionStanding: described(ConfirmAnswer, {
    fields: {
      status: OUTCOME,
      error: 'For people. With `failed`.',
      goesOn: 'The months that were paid before go on: no subscription has begun. With `subscribed`.',
    },
    example: { success: true, status: 'subscribed', goesOn: false },
  }),
  NoFields: described(NoFields, { says: 'Nothing is read of it.', example: {} }),
  VaultedLead: described(VaultedLeadBody, {
    says: 'A vaulted lead with its contact. `null` is what nobody knows.',
    fields: {
      id: { format: 'uuid' },
      description: 'The notes.',
      leadPrice: 'The original price, in dollars.',
      vaultedDate: TIME,
    },
  }),
  VaultedLeads: described(VaultAnswer, {
    fields: { ...FOUND, totalAll: { ...COUNT, description: 'How many the whole vault has.' } },
    example: examples.VAULT,
  }),
  VaultExport: described(ExportAnswer, { example: examples.EXPORT }),
  ContactRequest: described(account.ContactRequest, {
    fields: { website: 'Leave it out: people do not see this field, so whoever fills it is taken for a program.' },
    example: examples.CONTACT,
  }),
} as const;
