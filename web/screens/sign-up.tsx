import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

import { register as registerAccount } from '#web/account-api.ts';
import { Breakable } from '#web/components/breakable.tsx';
import { FormScreen } from '#web/components/form-screen.tsx';
import { Guests } from '#web/components/guests.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { PasswordStrength } from '#web/components/password-strength.tsx';
import { faultText } from '#web/fault-text.ts';
import { SignUpFields } from '#web/forms/fields.ts';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField, TextField } from '#web/forms/text-field.tsx';
import { keepTyped } from '#web/forms/typed.ts';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { useKeptNext } from '#web/use-query.ts';

const KEPT = ['fullName', 'email'] as const;

/** As if it had been typed and not sent. */
const keepAll = (fields: Readonly<Record<(typeof KEPT)[number], string>>): void =>
  KEPT.forEach((name) => keepTyped(name, fields[name]));

/** Who has just been registered, kept in the history entry: a reload does not ask for it again. */
type SignUpState = { readonly registered?: string; readonly fullName?: string };

const Registered = ({ email, fullName }: { readonly email: string; readonly fullName: string }) => {
  const next = useKeptNext();
  return (
    <NoticeScreen
      look="mail"
      title="Registration Successful!"
      text="Your account has been created successfully. Please check your email to verify your account."
      actions={
        <>
          <Link href={`/signin${next}`} state={{ email }} className="button-solid">
            Go to Login
          </Link>
          <Link href="/" className="button-line">
            Back to Home
          </Link>
        </>
      }
    >
      <p className="mt-2 wrap-anywhere text-ink-muted">
        We have sent you a verification email to{' '}
        <b className="font-semibold text-ink">
          <Breakable text={email} />
        </b>
        . Its link works for 24 hours; if you cannot find it, check your spam folder.
      </p>
      <p className="mt-2 text-ink-muted">
        Wrong address?{' '}
        <Link href={`/signup${next}`} className="link py-3.5" onClick={() => keepAll({ fullName, email })}>
          Sign up again with the right one.
        </Link>
      </p>
    </NoticeScreen>
  );
};

const SignUpForm = () => {
  const [, navigate] = useLocation();
  const next = useKeptNext();
  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: SignUpFields,
    defaultValues: { fullName: '', email: '', password: '', confirmPassword: '' },
    keeps: KEPT,
    send: ({ fullName, email, password }) => registerAccount({ fullName, email, password }),
    leadOn: ({ fullName, email }) =>
      navigate(`/signup${next}`, { replace: true, state: { registered: email, fullName } satisfies SignUpState }),
    failureText: (fault) => faultText(fault, 'Failed to create account'),
  });
  const { register, control } = form;
  const [password, email] = useWatch({ control, name: ['password', 'email'] });

  return (
    <Form
      onSubmit={onSubmit}
      errors={errors}
      isBusy={isBusy}
      actions={
        <SubmitButton isBusy={isBusy} busyText="Creating Account...">
          Sign Up
        </SubmitButton>
      }
    >
      <TextField label="Full Name" autoComplete="name" error={errors.fullName?.message} {...register('fullName')} />
      <EmailField label="Email" autoComplete="email" error={errors.email?.message} {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={password === '' && errors.password ? undefined : <PasswordStrength password={password} email={email} />}
        {...register('password', { deps: ['confirmPassword'] })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </Form>
  );
};

export const SignUp = () => {
  const { registered, fullName = '' } = useHistoryState<SignUpState | null>() ?? {};
  const next = useKeptNext();
  if (registered !== undefined) return <Registered email={registered} fullName={fullName} />;
  return (
    <Guests>
      <FormScreen
        title="Create Account"
        text="Sign up to access premium real estate leads"
        footer={
          <>
            Already have an account?{' '}
            <Link href={`/signin${next}`} className="link py-3.5">
              Sign in
            </Link>
          </>
        }
      >
        <SignUpForm />
      </FormScreen>
    </Guests>
  );
};
