import type { MiddlewareHandler } from 'hono';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
} as const;

/** Security headers of every answer. A page that brings a policy of its own keeps it. */
export const securityHeaders =
  ({ https }: { readonly https: boolean }): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const headers = c.res.headers;
    const isApi = c.req.path.startsWith('/api/');
    for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (isApi && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    if (headers.has('Content-Security-Policy')) return;
    headers.set('X-Frame-Options', 'DENY');
    headers.set(
      'Content-Security-Policy',
      isApi ? API_POLICY : `${PAGE_POLICY}${https ? '; upgrade-insecure-requests' : ''}`,
    );
  };
