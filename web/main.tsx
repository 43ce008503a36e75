import { begin } from './begin.tsx';
import { preloadToaster } from './components/toast-host.tsx';
import { watchNavigation } from './navigation.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { watchVisitor } from './stores/visitor.ts';

// What waits for this script is told that it has come (`missing-script.ts`).
document.documentElement.dataset['here'] = '';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchUnsaved();
watchNavigation();
watchVisitor();
// What was pressed before is done now (`early-press.ts`).
void begin(root).then(() => (document.documentElement.dataset['awake'] = ''));
preloadToaster();
