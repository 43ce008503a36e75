import { begin } from './begin.tsx';
import { watchNavigation } from './navigation.ts';
import { watchUnsaved } from './stores/unsaved.ts';
import { checkVisitor } from './stores/visitor.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

watchUnsaved();
watchNavigation();
void checkVisitor();
void begin(root);
