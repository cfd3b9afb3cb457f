import { BlockList, isIP } from 'node:net';

/** True for an http or https address. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** True for the address of a Redis server, with the number of a database at most as its path. */
export function isRedisUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The path is the number of a database.
  const isPath = /^(\/\d*)?$/.test(url?.pathname ?? '');
  return (url?.protocol === 'redis:' || url?.protocol === 'rediss:') && url.hostname !== '' && isPath;
}

/** True for the address of a mail server. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '';
}

/** True for an email address or an https address, without blanks. */
export function isSecurityContact(text: string): boolean {
  if (/\s/.test(text)) return false;
  return text.startsWith('https://') ? URL.canParse(text) : /^[^<>@:/]+@[^<>@:/]+$/.test(text);
}

/** Splits `address/bits` into its parts; null when it is no network. */
function parseNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...others] = text.trim().split('/');
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (version === 0 || !isBits || others.length > 0) return null;
  return { address, bits: Number(bits ?? most), family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** True for networks separated by commas, as `198.51.100.0/24,2001:db8::/32`. */
export function isNetworkList(text: string): boolean {
  return text.split(',').every((network) => parseNetwork(network) !== null);
}

/** Returns the list of such networks; an empty text is an empty list. */
export function networksOf(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.split(',')) {
    const parsed = parseNetwork(network);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.family);
  }
  return list;
}

/** True for the address of a virus scanner: `unix:/path` or `tcp://host:port`. */
export function isScannerAddress(text: string): boolean {
  if (text.startsWith('unix:/')) return text.length > 'unix:/'.length;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'tcp:' && url.hostname !== '' && Number(url.port) > 0 && /^\/?$/.test(url.pathname);
}

/** Parses the address of the server: https, or http on this machine; otherwise says what is wrong with it. */
export function parsePublicUrl(text: string): { origin: string; isHttps: boolean } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { problem: 'must be an http or https address' };
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    return { problem: 'must be an address without a path, such as https://lyceum.example' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      problem: 'must be https, since sessions over plain http can be stolen on the way (http is for this machine only)',
    };
  }
  return { origin: url.origin, isHttps: url.protocol === 'https:' };
}

/** True for a host name or address of this machine; brackets around an IPv6 address are allowed. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Returns whether a text lists addresses of STUN (RFC 7064) or TURN servers (RFC 7065), separated by commas. */
export const isIceUrlList =
  (kind: 'stun' | 'turn') =>
  (text: string): boolean =>
    text.split(',').every((url) => (kind === 'stun' ? STUN_URL : TURN_URL).test(url));

const HOST = String.raw`(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?`;
const STUN_URL = new RegExp(`^stuns?:${HOST}$`, 'i');
const TURN_URL = new RegExp(`^turns?:${HOST}(?:\\?transport=(?:udp|tcp))?$`, 'i');
