import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';

import { App, fetchScreen } from './app.tsx';
import { KeepTyped } from './components/keep-typed.tsx';
import { takePageData } from './page-data.ts';

const draw = (root: Element): Root => {
  const drawn = createRoot(root);
  drawn.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  return drawn;
};

/** Hydrates the page that the server has drawn. */
const hydrate = async (root: Element): Promise<Root> => {
  await Promise.all([takePageData(), fetchScreen(window.location.pathname)]);
  const app = (
    <StrictMode>
      <KeepTyped root={root}>
        <App />
      </KeepTyped>
    </StrictMode>
  );
  // As a transition it is done in small pieces, and the page can be scrolled and typed into meanwhile.
  return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(root, app))));
};

/** Starts the web in the page. A page that cannot be hydrated, because its screen could not be fetched, is drawn anew and says so. */
export const begin = async (root: Element): Promise<Root> =>
  root.firstElementChild === null ? draw(root) : hydrate(root).catch(() => draw(root));
