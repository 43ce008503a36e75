import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App, fetchScreen } from './app.tsx';
import { Beginning } from './components/beginning.tsx';
import { watchNavigation } from './navigation.ts';
import { takePageData } from './page-data.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { checkVisitor } from './stores/visitor.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchUnsaved();
watchNavigation();
void checkVisitor();

/** Wakes up the page that the server has drawn. */
const wake = async (): Promise<void> => {
  await Promise.all([takePageData(), fetchScreen(window.location.pathname)]);
  // As a transition it is done in small pieces, and the page stays free for scrolling and typing meanwhile.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Beginning root={root}>
          <App />
        </Beginning>
      </StrictMode>,
    );
  });
};

const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

// A page whose screen cannot be fetched is drawn anew, and says so.
if (root.firstElementChild === null) draw();
else wake().catch(draw);
