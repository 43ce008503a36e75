/**
 * The link that writes to an address: `ann@example.com` → `mailto:ann@example.com`. Everything else is escaped: the address can add no
 * subject or text.
 */
export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
