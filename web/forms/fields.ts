import * as v from 'valibot';

import { EmailForm, ProfileRequest, RegisterRequest } from '#adapters/http/contract/account-contract.ts';

/** The fields of each form, made of the parts of the contract, so that no form accepts what the server refuses. */

const { email, password } = RegisterRequest.entries;

export const SignInFields = v.object({ email, password });

export const ForgotFields = EmailForm;

type Confirmed = { readonly confirmPassword: string };

/** That a password was typed alike twice. A raw check, as any other waits until the rest of the form is right. */
const typedTwice = <Typed extends Confirmed>(passwordOf: (typed: Typed) => string) =>
  v.rawCheck<Typed>(({ dataset, addIssue }) => {
    const typed = dataset.value as Typed;
    if (passwordOf(typed) !== typed.confirmPassword) addIssue({ message: 'Passwords do not match' });
  });

export const SignUpFields = v.pipe(
  v.object({ ...RegisterRequest.entries, confirmPassword: v.string() }),
  v.forward(
    typedTwice((typed) => typed.password),
    ['confirmPassword'],
  ),
);

export const ResetFields = v.pipe(
  v.object({ newPassword: password, confirmPassword: v.string() }),
  v.forward(
    typedTwice((typed) => typed.newPassword),
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
