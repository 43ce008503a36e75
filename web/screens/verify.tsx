import { Link } from 'wouter';

import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { useLinkToken } from '#web/link-token.ts';
import { useVerification } from '#web/stores/verification.ts';

const GoToLogin = () => (
  <Link href="/signin" className="button-solid">
    Go to Login
  </Link>
);

/** Where the link of a verification mail leads. */
export const Verify = () => {
  const { verification, tryAgain } = useVerification(useLinkToken());
  switch (verification.is) {
    case 'verifying':
      return <NoticeScreen look="busy" title="Verifying..." text="This takes a moment." />;
    case 'verified':
      return (
        <NoticeScreen
          look="done"
          title="Account Verified"
          text="Your email has been successfully verified. You can now log in to your account."
          actions={<GoToLogin />}
        />
      );
    case 'failed':
      return (
        <NoticeScreen
          look="failed"
          title="Verification Failed"
          text={verification.message}
          actions={<GoToLogin />}
          onRetry={verification.mayTryAgain && tryAgain}
        >
          {verification.message.includes('expired') && (
            <p className="mt-2 text-ink-muted">
              If there is a newer email, its link works. Or sign in with your password, and have another one sent.
            </p>
          )}
        </NoticeScreen>
      );
  }
};
