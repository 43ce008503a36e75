const OCTET = String.raw`(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])`;

const OWN = new RegExp(String.raw`^(?:localhost|127(?:\.${OCTET}){3}|::1|\[::1\])$`, 'i');

/**
 * Whether a host, an address or the name in a URL, is this machine whatever a name server says: what is sent there crosses no
 * network. Names under `localhost` may be asked of one, so they are not.
 */
export const isThisMachine = (host: string): boolean => OWN.test(host);
