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

// On a quick connection it is not seen. `room` keeps the footer out of sight where the screen will: it would jump.
const loadingIn = (room: string) => (
  <p className={`page fade py-24 text-ink-muted [animation-delay:300ms] [animation-fill-mode:backwards] ${room}`}>
    Loading...
  </p>
);
const loading = loadingIn('');
const tall = loadingIn('max-lg:min-h-dvh');

// Home is what most visitors come for and part of the first load; every other screen is fetched when it is asked for.
const Success = later(
  () => import('#web/screens/success.tsx').then((screen) => screen.Success),
  loadingIn('min-h-dvh'),
);
const LeadVault = later(() => import('#web/screens/lead-vault.tsx').then((screen) => screen.LeadVault), loading);
const LeadVaultDashboard = later(
  () => import('#web/screens/lead-vault-dashboard.tsx').then((screen) => screen.LeadVaultDashboard),
  loadingIn('min-h-dvh'),
);
const Profile = later(() => import('#web/screens/profile.tsx').then((screen) => screen.Profile), tall);
const SignIn = later(() => import('#web/screens/sign-in.tsx').then((screen) => screen.SignIn), tall);
const SignUp = later(() => import('#web/screens/sign-up.tsx').then((screen) => screen.SignUp), tall);
const Verify = later(() => import('#web/screens/verify.tsx').then((screen) => screen.Verify), loading);
const ResetPassword = later(
  () => import('#web/screens/reset-password.tsx').then((screen) => screen.ResetPassword),
  loading,
);
const ContactUs = later(() => import('#web/screens/contact-us.tsx').then((screen) => screen.ContactUs), loading);
const NotFound = later(() => import('#web/screens/not-found.tsx').then((screen) => screen.NotFound), loading);

/** `fetch` where it is not part of the first load. */
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
export const fetchScreen = async (path: string): Promise<void> => SCREENS[path]?.fetch?.();

/** The dashboard's table needs more room than a text does. */
const widthOf = (path: string): string => (path === '/lead-vault-dashboard' ? '[--page:88rem]' : '');

/** Gives the content the focus. The link's own step is a new entry of the history: what a screen keeps in its own would be lost. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};

/** Chrome around the screen that the address names: to the letter, as the server knows pages. Any other spelling is another page. */
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

/** The whole product. No link leaves a screen with unsaved changes unasked. `address` stands in for the browser's where there is none. */
export const App = ({ address }: { readonly address?: Address }) => (
  <Router aroundNav={askFirst} {...(address && { ssrPath: address.path, ssrSearch: address.search })}>
    <Page />
  </Router>
);
