import type { ComponentType, MouseEvent } from 'react';
import { Router, useRouter } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';

import type { PAGES } from '#adapters/http/contract/contract.ts';
import { FaultBoundary } from '#web/components/fault-boundary.tsx';
import { Footer } from '#web/components/footer.tsx';
import { Header } from '#web/components/header.tsx';
import { later } from '#web/components/later.tsx';
import { ScreenFault } from '#web/components/screen-fault.tsx';
import { ToastHost } from '#web/components/toast-host.tsx';
import { Home } from '#web/screens/home.tsx';
import { askFirst } from '#web/stores/unsaved.ts';

// Not seen on a quick connection. `room` keeps the footer below the window, as the screen will: it would jump.
const loadingIn = (room: string) => (
  <p className={`page fade py-24 text-ink-muted [animation-delay:300ms] [animation-fill-mode:backwards] ${room}`}>
    Loading...
  </p>
);
const loading = loadingIn('');
const tall = loadingIn('min-h-dvh');
const tallOnPhones = loadingIn('max-lg:min-h-dvh');

// Home is what most visitors come for and part of the first load; every other screen is fetched when it is asked for.
const Success = later(() => import('#web/screens/success.tsx').then((screen) => screen.Success), tall);
const LeadVault = later(() => import('#web/screens/lead-vault.tsx').then((screen) => screen.LeadVault), loading);
const LeadVaultDashboard = later(
  () => import('#web/screens/lead-vault-dashboard.tsx').then((screen) => screen.LeadVaultDashboard),
  tall,
);
const Profile = later(() => import('#web/screens/profile.tsx').then((screen) => screen.Profile), tallOnPhones);
const SignIn = later(() => import('#web/screens/sign-in.tsx').then((screen) => screen.SignIn), tallOnPhones);
const SignUp = later(() => import('#web/screens/sign-up.tsx').then((screen) => screen.SignUp), tallOnPhones);
const Verify = later(() => import('#web/screens/verify.tsx').then((screen) => screen.Verify), loading);
const ResetPassword = later(
  () => import('#web/screens/reset-password.tsx').then((screen) => screen.ResetPassword),
  loading,
);
const ContactUs = later(() => import('#web/screens/contact-us.tsx').then((screen) => screen.ContactUs), loading);
const NotFound = later(() => import('#web/screens/not-found.tsx').then((screen) => screen.NotFound), loading);

/** `fetch` exists where the screen is not part of the first load. */
type Screen = ComponentType & { readonly fetch?: () => Promise<void> };

/** The screens of the pages that the server knows, all of them and no others. */
const SCREENS: Readonly<Record<string, Screen>> = {
  '/': Home,
  '/success': Success,
  '/lead-vault': LeadVault,
  '/lead-vault-dashboard': LeadVaultDashboard,
  '/profile': Profile,
  '/signin': SignIn,
  '/signup': SignUp,
  '/verify': Verify,
  '/reset-password': ResetPassword,
  '/contact-us': ContactUs,
} satisfies Record<(typeof PAGES)[number], Screen>;

/** Fetches the screen of a path, so that its first drawing has it at once. */
export const fetchScreen = async (path: string): Promise<void> => (SCREENS[path] ?? NotFound).fetch?.();

/** The table of the dashboard needs more width than text. */
const widthOf = (path: string): string => (path === '/lead-vault-dashboard' ? '[--page:88rem]' : '');

/** Moves the focus to the content. Following the link instead would add a history entry, and lose what the screen keeps in its own. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};

/** The frame around the screen that the address names. Paths match exactly, as on the server: any other spelling is another page. */
const Page = () => {
  const path = usePathname(useRouter());
  const Screen = SCREENS[path] ?? NotFound;
  return (
    <div className={`flex min-h-dvh flex-col ${widthOf(path)}`}>
      <a
        href="#main"
        onClick={skipToContent}
        className="button-solid absolute top-2 left-2 z-10 -translate-y-24 focus:translate-y-0 motion-reduce:transition-none"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="grow">
        <FaultBoundary key={path} fallback={<ScreenFault />}>
          <Screen />
        </FaultBoundary>
      </main>
      <Footer />
      <ToastHost />
    </div>
  );
};

type Address = { readonly path: string; readonly search: string };

/** The whole product. Links ask before unsaved changes are lost. `address` replaces the browser's on the server. */
export const App = ({ address }: { readonly address?: Address }) => (
  <Router aroundNav={askFirst} {...(address && { ssrPath: address.path, ssrSearch: address.search })}>
    <Page />
  </Router>
);
