/** What writes to an address: `ann@example.com` → `mailto:ann@example.com`. Whatever is in it, it is an address and nothing more. */
export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
