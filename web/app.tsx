import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';

import { FaultBoundary } from '#web/components/fault-boundary.tsx';
import { Footer } from '#web/components/footer.tsx';
import { Header } from '#web/components/header.tsx';
import { ScreenFault } from '#web/components/screen-fault.tsx';
import { ToastHost } from '#web/components/toast-host.tsx';
import { Home } from '#web/screens/home.tsx';

// Home is what most visitors come for and part of the first load; every other screen is fetched when it is asked for.
const Success = lazy(() => import('#web/screens/success.tsx').then((screen) => ({ default: screen.Success })));
const NotFound = lazy(() => import('#web/screens/not-found.tsx').then((screen) => ({ default: screen.NotFound })));

const Screens = () => (
  <Suspense fallback={<p className="page py-24 text-ink-muted">Loading...</p>}>
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/success" component={Success} />
      <Route component={NotFound} />
    </Switch>
  </Suspense>
);

/** The whole product: chrome around the screen that the address names. */
export const App = () => {
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
