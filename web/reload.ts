import { UNREACHED } from './api.ts';
import { tellError } from './stores/tell.ts';

/** Loads the page anew. Without a connection a browser would put its own page in the place of ours: then it says so instead. */
export const reload = (): void => (navigator.onLine ? window.location.reload() : tellError(UNREACHED));
