import { Link } from 'wouter';

import { Breakable } from '#web/components/breakable.tsx';
import { NoticeScreen } from '#web/components/notice-screen.tsx';
import { useVerification } from '#web/stores/verification.ts';
import { useVisitor } from '#web/stores/visitor.ts';
import { useLinkToken } from '#web/use-link-token.ts';

type OnwardProps = {
  /** Prefills the sign-in. */
  readonly email?: string | undefined;
  /** Whether there is something better to do. */
  readonly isAside?: boolean;
};

/** The next step. */
const Onward = ({ email, isAside = false }: OnwardProps) => {
  const isSignedIn = useVisitor().standing === 'signed-in';
  return (
    <>
      {isSignedIn && (
        <Link href="/profile" className={isAside ? 'button-line' : 'button-solid'}>
          Back to Profile
        </Link>
      )}
      <Link href="/signin" state={{ email }} className={isAside || isSignedIn ? 'button-line' : 'button-solid'}>
        Go to Login
      </Link>
    </>
  );
};

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
          actions={<Onward email={verification.email} />}
        >
          {verification.email !== undefined && (
            <p className="mt-2 wrap-anywhere text-ink-muted">
              You sign in with{' '}
              <b className="font-semibold text-ink">
                <Breakable text={verification.email} />
              </b>
              .
            </p>
          )}
        </NoticeScreen>
      );
    case 'failed':
      return (
        <NoticeScreen
          look="failed"
          title="Verification Failed"
          text={verification.message}
          actions={<Onward isAside={verification.mayTryAgain} />}
          onRetry={verification.mayTryAgain && tryAgain}
        >
          {verification.isExpired && (
            <p className="mt-2 text-ink-muted">
              If there is a newer email, its link works. Or sign in with your password, and have another one sent.
            </p>
          )}
        </NoticeScreen>
      );
  }
};
