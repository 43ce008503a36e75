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
import { checkVisitor } from '#web/stores/visitor.ts';

import { FormScreen } from './form-screen.tsx';

type Props = {
  readonly title: string;
  readonly token: string;
  /** Whose password it will be; `undefined` where nobody has told. */
  readonly email: string | undefined;
  readonly onDone: () => void;
};

/** The server may have done it all the same: it was not reached, or who stands before it has given it up. */
const isUnanswered = (fault: unknown): boolean =>
  fault instanceof ApiFailure && (fault.code === 'UNREACHABLE' || fault.status >= 500);

export const NewPasswordForm = ({ title, token, email, onDone }: Props) => {
  /** The link was used, or a newer one was sent, since it was checked. */
  const [isDead, setDead] = useState(false);
  /** A try was not answered: it may be the one that used the link. */
  const [isUncertain, setUncertain] = useState(false);
  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: ResetFields,
    defaultValues: { newPassword: '', confirmPassword: '' },
    send: async ({ newPassword }) => {
      try {
        await resetPassword(token, newPassword);
      } catch (fault) {
        setDead(fault instanceof ApiFailure && fault.code === 'TOKEN_INVALID');
        if (isUnanswered(fault)) setUncertain(true);
        throw fault;
      }
      tellSuccess('Your password has been reset.');
      // That has ended every session, this browser's too.
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
              {isUncertain && (
                <>
                  <p role="alert" className="mt-3">
                    Your first try may have arrived: sign in with the new password, or request a new link.
                  </p>
                  <Link href="/signin" state={{ email }} className="button-line mt-3 w-full">
                    Go to Login
                  </Link>
                </>
              )}
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
        {/* To read, and for the browser, which else would not know what the password is for. */}
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
