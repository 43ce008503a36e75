import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';

import { NewPasswordForm } from '#web/components/new-password-form.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { useResetLink } from '#web/stores/reset-link.ts';
import { useLinkToken } from '#web/use-link-token.ts';

const TITLE = 'Reset Your Password';

/** How long the success is shown before the sign-in, in milliseconds. */
const REDIRECT_DELAY = 1_500;

/** `email` prefills the sign-in. */
const Done = ({ email }: { readonly email: string | undefined }) => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/signin', { replace: true, state: { email } }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate, email]);
  return (
    <NoticeScreen
      look="done"
      title="Password Reset"
      text="Your password has been reset. You can now sign in with the new one."
      actions={
        <Link href="/signin" replace state={{ email }} className="button-solid">
          Go to Login
        </Link>
      }
    />
  );
};

/** Where the link of a reset mail leads. */
export const ResetPassword = () => {
  const { link, tryAgain } = useResetLink(useLinkToken());
  const [isDone, setDone] = useState(false);
  if (isDone && link.is === 'valid') return <Done email={link.email} />;
  switch (link.is) {
    case 'checking':
      return <NoticeScreen look="busy" title={TITLE} text="Checking your link..." />;
    case 'valid':
      return <NewPasswordForm title={TITLE} token={link.token} email={link.email} onDone={() => setDone(true)} />;
    case 'invalid':
      return (
        <NoticeScreen
          look="failed"
          title={TITLE}
          text="This reset link is invalid or expired."
          actions={
            <Link href="/signin" state={{ step: 'forgot' }} className="button-solid">
              Request a new link
            </Link>
          }
        />
      );
    case 'unknown':
      return <NoticeScreen look="failed" title={TITLE} text={link.message} onRetry={tryAgain} />;
  }
};
