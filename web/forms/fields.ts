import * as v from 'valibot';

import { EmailForm, ProfileRequest, RegisterRequest } from '#adapters/http/contract/account-contract.ts';

/** The fields of each form, made of the parts of the contract, so that no form accepts what the server refuses. */

const { email, password } = RegisterRequest.entries;

export const SignInFields = v.object({ email, password });

export const ForgotFields = EmailForm;

const MISMATCH = 'Passwords do not match';

export const SignUpFields = v.pipe(
  v.object({ ...RegisterRequest.entries, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], (typed) => typed.password === typed.confirmPassword, MISMATCH),
    ['confirmPassword'],
  ),
);

export const ResetFields = v.pipe(
  v.object({ newPassword: password, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (typed) => typed.newPassword === typed.confirmPassword,
      MISMATCH,
    ),
    ['confirmPassword'],
  ),
);

/** A phone number may be missing from an account, but whoever edits the profile gives one. */
export const ProfileFields = v.object({
  fullName: ProfileRequest.entries.fullName,
  email: ProfileRequest.entries.email,
  phone: ProfileRequest.entries.phone,
  address: ProfileRequest.entries.address.wrapped.wrapped,
});
