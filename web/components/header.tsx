import { Link, useLocation } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { useKeptNext } from '#web/use-query.ts';
import { MONTHLY } from '#web/price.ts';
import { useVisitor } from '#web/stores/visitor.ts';

import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';

const VaultLink = () => (
  <Link href="/lead-vault" className="button-line fade rounded-full px-3 text-sm sm:px-4 sm:text-md">
    <span>
      Lead Vault <span className="font-normal text-ink-muted">- {MONTHLY}/mo</span>
    </span>
  </Link>
);

const SignInLinks = () => {
  const next = useKeptNext();
  return (
    <>
      <Link href={`/signin${next}`} className="button-quiet fade px-2 sm:px-4">
        Login
      </Link>
      <Link href={`/signup${next}`} className="button-solid fade">
        Sign Up
      </Link>
    </>
  );
};

/** Screens that are the dashboard of a subscriber, or one click away from it. */
const NEAR_DASHBOARD: readonly string[] = ['/lead-vault-dashboard', '/profile'];

const UserLinks = ({ user, path }: { readonly user: UserAnswer; readonly path: string }) => (
  <>
    {!(user.isSubscribed && NEAR_DASHBOARD.includes(path)) && (
      <Link href="/lead-vault-dashboard" className="button-quiet px-2 sm:px-4">
        Dashboard
      </Link>
    )}
    <AccountMenu user={user} />
  </>
);

/**
 * The links of the header, by visitor. After a failed check they are those for nobody: that proves nothing, but these links lead to
 * nothing secret.
 */
const HeaderLinks = () => {
  const [path] = useLocation();
  const visitor = useVisitor();
  switch (visitor.standing) {
    case 'checking':
      return <span className="text-sm text-ink-muted noscript:hidden">Checking...</span>;
    case 'nobody':
    case 'unknown':
      return path === '/' ? <VaultLink /> : <SignInLinks />;
    case 'signed-in':
      return <UserLinks user={visitor.user} path={path} />;
  }
};

export const Header = () => (
  <header className="border-b border-line print:hidden">
    <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-3 py-1.5">
      <Logo />
      <nav aria-label="Account" className="flex flex-wrap items-center gap-1 sm:gap-2">
        <HeaderLinks />
      </nav>
    </div>
  </header>
);
