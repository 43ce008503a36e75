import type { Instant } from '#domain/instant.ts';

/** Tells the time, milliseconds since 1970 UTC. */
export type Clock = () => Instant;
