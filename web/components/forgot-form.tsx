import { Link, useLocation } from 'wouter';

import { requestPasswordReset } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';
import { ForgotFields } from '#web/forms/fields.ts';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { useQuery } from '#web/use-query.ts';

import { FormScreen } from './form-screen.tsx';

const KEPT = ['email'] as const;

const failureText = (fault: unknown): string => {
  if (!(fault instanceof ApiFailure) || fault.code === 'UNREACHABLE') return 'Something went wrong. Try again later.';
  return fault.status === 404 ? 'Email not found' : 'Failed to send reset password email';
};

/** Asks for the link that sets a new password. `email` is what was typed at the sign-in. */
export const ForgotForm = ({ email }: { readonly email: string }) => {
  const [, navigate] = useLocation();
  const query = useQuery();
  const here = `/signin${query && `?${query}`}`;

  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: ForgotFields,
    defaultValues: { email },
    keeps: KEPT,
    send: (values) => requestPasswordReset(values.email),
    leadOn: (values) => navigate(here, { replace: true, state: { step: 'sent', email: values.email } }),
    failureText,
  });

  return (
    <FormScreen title="Reset Password" text="Enter the email address of your account, and we send you a link.">
      <Form
        onSubmit={onSubmit}
        errors={errors}
        isBusy={isBusy}
        actions={
          <div className="grid gap-2">
            <SubmitButton isBusy={isBusy} busyText="Sending...">
              Send Reset Link
            </SubmitButton>
            <Link href={here} className="button-quiet">
              Back to Login
            </Link>
          </div>
        }
      >
        <EmailField label="Email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
      </Form>
    </FormScreen>
  );
};
