import { useState } from 'react';
import { Link, useLocation } from 'wouter';

import { signIn } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';
import { SignInFields } from '#web/forms/fields.ts';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { nextAddress } from '#web/next-address.ts';
import { tellError, tellSuccess, untellError } from '#web/stores/tell.ts';
import { dismissToast } from '#web/stores/toasts.ts';
import { checkVisitor, meetVisitor } from '#web/stores/visitor.ts';
import { useKeptNext, useQuery } from '#web/use-query.ts';

import { FormScreen } from './form-screen.tsx';
import { ResendVerification } from './resend-verification.tsx';

const KEPT = ['email'] as const;

const failureText = (fault: unknown): string =>
  fault instanceof ApiFailure && fault.status === 401 ? 'Invalid credentials' : 'Login failed';

/** A browser that stores no cookies has lost the session at once. */
const tellNotKept = (): void => {
  dismissToast('Success');
  tellError('Your browser did not keep you signed in. Allow cookies for this site, and sign in again.');
};

/** `email` is the address that is known already. */
export const SignInForm = ({ email: known }: { readonly email: string }) => {
  const [, navigate] = useLocation();
  const query = useQuery();
  const next = useKeptNext();
  /** The address that was right but is not verified yet. */
  const [unverified, setUnverified] = useState<string>();

  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: SignInFields,
    defaultValues: { email: known, password: '' },
    keeps: KEPT,
    send: async ({ email, password }) => {
      try {
        await signIn(email, password);
      } catch (fault) {
        setUnverified(fault instanceof ApiFailure && fault.code === 'EMAIL_NOT_VERIFIED' ? email : undefined);
        throw fault;
      }
      tellSuccess('Login successful!');
      void checkVisitor().then((found) => {
        if (found.standing === 'signed-in') meetVisitor(found.user);
        if (found.standing === 'nobody') tellNotKept();
      });
    },
    leadOn: () => navigate(nextAddress(query), { replace: true }),
    failureText,
  });
  const { register, getValues } = form;

  return (
    <FormScreen
      title="Welcome Back"
      page="Sign In"
      text="Sign in to open your Lead Vault."
      footer={
        <>
          New to Homelead?{' '}
          <Link href={`/signup${next}`} className="link py-3.5">
            Create an account
          </Link>
        </>
      }
    >
      <Form
        onSubmit={onSubmit}
        errors={errors}
        isBusy={isBusy}
        remedy={unverified !== undefined && <ResendVerification key={unverified} email={unverified} />}
        actions={
          <SubmitButton isBusy={isBusy} busyText="Signing In...">
            Sign In
          </SubmitButton>
        }
      >
        <EmailField label="Email" autoComplete="username" error={errors.email?.message} {...register('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          aside={
            <Link
              href="/signin"
              className="link pt-5 pb-2 text-sm"
              onClick={(event) => {
                event.preventDefault();
                untellError();
                navigate(`/signin${query && `?${query}`}`, { state: { step: 'forgot', email: getValues('email') } });
              }}
            >
              Forgot your password?
            </Link>
          }
          {...register('password')}
        />
      </Form>
    </FormScreen>
  );
};
