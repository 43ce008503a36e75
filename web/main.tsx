import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { watchNavigation } from './navigation.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { checkVisitor } from './stores/visitor.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchUnsaved();
watchNavigation();
void checkVisitor();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
