import { begin } from './begin.tsx';
import { preloadToaster } from './components/toast-host.tsx';
import { watchNavigation } from './navigation.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { watchVisitor } from './stores/visitor.ts';

// Tells `missing-script.ts` that this script has come.
document.documentElement.dataset['here'] = '';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchUnsaved();
watchNavigation();
watchVisitor();
// `early-press.ts` then makes the press that came before.
void begin(root).then(() => (document.documentElement.dataset['hydrated'] = ''));
preloadToaster();
