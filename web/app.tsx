import { lazy, Suspense } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';

import { FaultBoundary } from '#web/components/fault-boundary.tsx';
import { Footer } from '#web/components/footer.tsx';
import { Header } from '#web/components/header.tsx';
import { ScreenFault } from '#web/components/screen-fault.tsx';
import { ToastHost } from '#web/components/toast-host.tsx';
import { Home } from '#web/screens/home.tsx';
import { askFirst } from '#web/stores/unsaved.ts';

// Home is what most visitors come for and part of the first load; every other screen is fetched when it is asked for.
const Success = lazy(() => import('#web/screens/success.tsx').then((screen) => ({ default: screen.Success })));
const LeadVault = lazy(() => import('#web/screens/lead-vault.tsx').then((screen) => ({ default: screen.LeadVault })));
const LeadVaultDashboard = lazy(() =>
  import('#web/screens/lead-vault-dashboard.tsx').then((screen) => ({ default: screen.LeadVaultDashboard })),
);
const Profile = lazy(() => import('#web/screens/profile.tsx').then((screen) => ({ default: screen.Profile })));
const SignIn = lazy(() => import('#web/screens/sign-in.tsx').then((screen) => ({ default: screen.SignIn })));
const SignUp = lazy(() => import('#web/screens/sign-up.tsx').then((screen) => ({ default: screen.SignUp })));
const Verify = lazy(() => import('#web/screens/verify.tsx').then((screen) => ({ default: screen.Verify })));
const ResetPassword = lazy(() =>
  import('#web/screens/reset-password.tsx').then((screen) => ({ default: screen.ResetPassword })),
);
const ContactUs = lazy(() => import('#web/screens/contact-us.tsx').then((screen) => ({ default: screen.ContactUs })));
const NotFound = lazy(() => import('#web/screens/not-found.tsx').then((screen) => ({ default: screen.NotFound })));

const Screens = () => (
  <Suspense fallback={<p className="page py-24 text-ink-muted">Loading...</p>}>
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/success" component={Success} />
      <Route path="/lead-vault" component={LeadVault} />
      <Route path="/lead-vault-dashboard" component={LeadVaultDashboard} />
      <Route path="/profile" component={Profile} />
      <Route path="/signin" component={SignIn} />
      <Route path="/signup" component={SignUp} />
      <Route path="/verify" component={Verify} />
      <Route path="/reset-password" component={ResetPassword} />
      <Route path="/contact-us" component={ContactUs} />
      <Route component={NotFound} />
    </Switch>
  </Suspense>
);

/** Chrome around the screen that the address names. */
const Page = () => {
  const [path] = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="button-solid absolute top-2 left-2 z-10 -translate-y-24 focus:translate-y-0 motion-reduce:transition-none"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="grow">
        <FaultBoundary key={path} fallback={<ScreenFault />}>
          <Screens />
        </FaultBoundary>
      </main>
      <Footer />
      <ToastHost />
    </div>
  );
};

/** The whole product. No link leaves a screen with unsaved changes unasked. */
export const App = () => (
  <Router aroundNav={askFirst}>
    <Page />
  </Router>
);
