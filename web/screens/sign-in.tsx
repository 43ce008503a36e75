import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

import { Breakable } from '#web/components/breakable.tsx';
import { ForgotForm } from '#web/components/forgot-form.tsx';
import { Guests } from '#web/components/guests.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { SignInForm } from '#web/components/sign-in-form.tsx';
import { useKeptNext } from '#web/use-query.ts';

/**
 * Which of its three states the screen is in, and the address that is known. Both are kept in the history entry, so that Back leads
 * from one to the other, and no URL holds the address of a person.
 */
type SignInState = { readonly step?: 'forgot' | 'sent'; readonly email?: string };

const CheckYourEmail = ({ email }: { readonly email: string }) => {
  const here = `/signin${useKeptNext()}`;
  return (
    <NoticeScreen
      look="mail"
      title="Check Your Email"
      text="We have sent you instructions for setting a new password. The link expires in 24 hours."
      actions={
        <>
          <Link href={here} state={{ email }} className="button-solid">
            Back to Login
          </Link>
          <Link href="/" className="button-line">
            Back to Home
          </Link>
        </>
      }
    >
      <p className="mt-2 wrap-anywhere text-ink-muted">
        {email !== '' && (
          <span>
            They go to{' '}
            <b className="font-semibold text-ink">
              <Breakable text={email} />
            </b>
            .{' '}
          </span>
        )}
        <span>Nothing there after a few minutes? Please check your spam folder.</span>
      </p>
      <p className="mt-2 text-ink-muted">
        Wrong address?{' '}
        <Link href={here} state={{ step: 'forgot', email }} className="link py-3.5">
          Send them to the right one.
        </Link>
      </p>
    </NoticeScreen>
  );
};

export const SignIn = () => {
  const { step, email = '' } = useHistoryState<SignInState | null>() ?? {};
  if (step === 'sent') return <CheckYourEmail email={email} />;
  if (step === 'forgot') return <ForgotForm email={email} />;
  return (
    <Guests email={email}>
      <SignInForm email={email} />
    </Guests>
  );
};
