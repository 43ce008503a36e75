import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

import { ForgotForm } from '#web/components/forgot-form.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { SignInForm } from '#web/components/sign-in-form.tsx';

/** Which of its three states the screen is in. It belongs to the entry of the history, so that Back leads from one to the other. */
type SignInState = { readonly step?: 'forgot' | 'sent'; readonly email?: string };

const CheckYourEmail = () => (
  <NoticeScreen
    look="mail"
    title="Check Your Email"
    text="We have sent you instructions for setting a new password. The link expires in 24 hours."
    actions={
      <>
        <Link href="/signin" className="button-solid">
          Back to Login
        </Link>
        <Link href="/" className="button-line">
          Back to Home
        </Link>
      </>
    }
  >
    <p className="mt-2 text-ink-muted">Nothing there after a few minutes? Please check your spam folder.</p>
  </NoticeScreen>
);

export const SignIn = () => {
  const { step, email } = useHistoryState<SignInState | null>() ?? {};
  if (step === 'sent') return <CheckYourEmail />;
  return step === 'forgot' ? <ForgotForm email={email ?? ''} /> : <SignInForm />;
};
