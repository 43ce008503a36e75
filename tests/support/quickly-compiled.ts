/**
 * The embedded database by the fast compiler alone, as a small shop may be started (docs/deploying.md): the slow one takes half as long as
 * a start, and no test lives until that pays.
 */
export const QUICKLY_COMPILED = '--liftoff-only';
