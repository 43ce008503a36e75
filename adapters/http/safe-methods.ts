const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request only reads, as HTTP defines its method (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => SAFE.has(method);
