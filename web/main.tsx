import { begin } from './begin.tsx';
import { preloadToaster } from './components/toast-host.tsx';
import { watchNavigation } from './navigation.ts';
import { watchClicks } from './one-press.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { watchVisitor } from './stores/visitor.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchClicks();
watchUnsaved();
watchNavigation();
watchVisitor();
void begin(root);
preloadToaster();
