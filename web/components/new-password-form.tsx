import { useState } from 'react';
import { Link } from 'wouter';

import { SHORTEST_PASSWORD } from '#domain/password.ts';
import { resetPassword } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';
import { ResetFields } from '#web/forms/fields.ts';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { PasswordField } from '#web/forms/password-field.tsx';
import { EmailField } from '#web/forms/text-field.tsx';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { tellSuccess } from '#web/stores/tell.ts';
import { checkVisitor, meetVisitor } from '#web/stores/visitor.ts';

import { FormScreen } from './form-screen.tsx';

type Props = {
  readonly title: string;
  readonly token: string;
  /** The owner of the password; `undefined` where the server has not named one. */
  readonly email: string | undefined;
  readonly onDone: () => void;
};

export const NewPasswordForm = ({ title, token, email, onDone }: Props) => {
  /**
   * The link has stopped working since it was checked. It may have been used by this form: a browser repeats a request whose connection
   * was cut, and the page sees only the second answer.
   */
  const [isDead, setDead] = useState(false);
  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: ResetFields,
    defaultValues: { newPassword: '', confirmPassword: '' },
    send: async ({ newPassword }) => {
      try {
        await resetPassword(token, newPassword);
      } catch (fault) {
        setDead(fault instanceof ApiFailure && fault.code === 'TOKEN_INVALID');
        throw fault;
      }
      tellSuccess('Your password has been reset.');
      // The reset has ended every session, the one of this browser too, unless that is another account's.
      meetVisitor('nobody');
      void checkVisitor();
      onDone();
    },
    failureText: () => 'Password reset failed',
  });
  const { register } = form;

  return (
    <FormScreen title={title} text="Choose a new password. You will then be signed out everywhere.">
      <Form
        onSubmit={onSubmit}
        errors={errors}
        isBusy={isBusy}
        remedy={
          isDead && (
            <>
              <p role="alert" className="mt-3">
                Your new password may be set already. If you cannot sign in with it, request a new link.
              </p>
              <Link href="/signin" state={{ email }} className="button-line mt-3 w-full">
                Go to Login
              </Link>
              <Link href="/signin" state={{ step: 'forgot', email }} className="button-line mt-3 w-full">
                Request a new link
              </Link>
            </>
          )
        }
        actions={
          <SubmitButton isBusy={isBusy} busyText="Resetting...">
            Reset Password
          </SubmitButton>
        }
      >
        {/* For the reader, and for the browser, which has to know whose password it stores. */}
        {email !== undefined && (
          <EmailField label="Email" error={undefined} autoComplete="username" readOnly value={email} />
        )}
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          hint={errors.newPassword === undefined ? `At least ${SHORTEST_PASSWORD} characters` : undefined}
          {...register('newPassword', { deps: ['confirmPassword'] })}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      </Form>
    </FormScreen>
  );
};
