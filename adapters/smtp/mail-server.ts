import { isThisMachine } from '#domain/this-machine.ts';

/** How to reach a mail server, and as whom. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection begins in the clear and may be upgraded. */
  readonly isSecure: boolean;
  /** Whether it is on this machine, so that nothing crosses a network. */
  readonly isLoopback: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | undefined;
};

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads `smtp://user:password@host:port` or `smtps://…`; `undefined` if the address has another form or anything after the port. */
export const mailServerAt = (address: string): MailServer | undefined => {
  const url = URL.parse(address);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined) return undefined;
  if ((user === '') !== (pass === '')) return undefined;
  const host = decoded(url.hostname)?.replace(/^\[|\]$/g, '') ?? '';
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    isLoopback: isThisMachine(host),
    credentials: user === '' ? undefined : { user, pass },
  };
};
