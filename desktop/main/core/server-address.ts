import type { MetaView } from '#shared/api/meta.ts';
import type { ServerCheck, ServerProblem } from '#shared/bridge/shell.ts';
import { compareVersions } from '#shared/version.ts';

type NetworkProblem = Extract<
  ServerProblem,
  'UNREACHABLE' | 'UNTRUSTED' | 'WRONG_NAME' | 'OUT_OF_DATE' | 'PROXY_LOGIN'
>;

/** Response of a server to GET /api/meta, or why there is none. */
export type MetaResponse =
  | { kind: 'response'; status: number; body: unknown }
  | { kind: 'unreachable'; problem: NetworkProblem };

const REFUSED = 'The connection was refused and nothing was sent, because the server could be another one.';
const ASK = 'Ask the people who run your network or the server.';

const TEXTS: Record<ServerProblem, string> = {
  INVALID_URL: 'This is not a valid address. Example: https://lyceum.example.org.',
  INSECURE: 'Only https:// addresses are allowed; without encryption your password could be read on the way.',
  NOT_ALLOWED: 'Your institution does not allow this server on this computer.',
  UNREACHABLE: 'No server responded at this address. Check the address and your network connection.',
  UNTRUSTED: `${REFUSED} This computer does not trust the server’s certificate. ${ASK}`,
  WRONG_NAME: `${REFUSED} The certificate belongs to a server with another name. Check the address. ${ASK}`,
  OUT_OF_DATE:
    `${REFUSED} The server’s certificate has expired, or the date of this computer is wrong. Check the date. ` + ASK,
  PROXY_LOGIN: 'The proxy of your network requires a sign-in. Try again and enter its username and password.',
  NOT_LYCEUM: 'A server responded, but it is not a Lyceum server.',
  TOO_OLD: 'This version of the app is too old for the server. Install the newest version.',
};

/** True for an origin that a check of this version accepts, such as a stored one. */
export function isServerOrigin(text: string): boolean {
  const parsed = parseServerUrl(text);
  return parsed.ok && parsed.url === text;
}

/** Parses a typed address. Adds https when the scheme is missing; drops everything after the host. */
function parseServerUrl(text: string): { ok: true; url: string } | { ok: false; problem: ServerProblem } {
  const typed = text.trim();
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === '' || !URL.canParse(full)) return { ok: false, problem: 'INVALID_URL' };
  const url = new URL(full);
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return { ok: false, problem: 'INVALID_URL' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, problem: 'INSECURE' };
  return { ok: true, url: url.origin };
}

/**
 * Checks that an address belongs to a Lyceum server that supports this version of the app, and to the servers that are
 * allowed; an empty list allows all.
 */
export async function checkServer(
  text: string,
  {
    fetchMeta,
    appVersion,
    allowed,
  }: { fetchMeta: (origin: string) => Promise<MetaResponse>; appVersion: string; allowed: readonly string[] },
): Promise<ServerCheck> {
  const parsed = parseServerUrl(text);
  if (!parsed.ok) return reject(parsed.problem);
  if (allowed.length > 0 && !allowed.includes(parsed.url)) return reject('NOT_ALLOWED');
  const response = await fetchMeta(parsed.url);
  if (response.kind === 'unreachable') return reject(response.problem);
  const meta = readMeta(response);
  if (meta === null) return reject('NOT_LYCEUM');
  if (compareVersions(appVersion, meta.minClient) < 0) return reject('TOO_OLD');
  return { ok: true, url: parsed.url, version: meta.version };
}

function reject(problem: ServerProblem): ServerCheck {
  return { ok: false, problem, message: TEXTS[problem] };
}

/**
 * True for addresses of this computer, which need no encryption. Names below `localhost` are not among them: Chromium
 * resolves them to loopback, but the socket resolves them by DNS.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]';
}

/** Reads the versions of a Lyceum server; null when another or no server responded. */
export function readMeta(response: MetaResponse): MetaView | null {
  if (response.kind === 'unreachable' || response.status !== 200) return null;
  return isMeta(response.body) ? response.body : null;
}

/** Reads why a request failed from Chromium's error, as in `net::ERR_CERT_DATE_INVALID`. */
export function readNetworkError(message: string): Extract<MetaResponse, { kind: 'unreachable' }> {
  if (/\bERR_CERT_COMMON_NAME_INVALID\b/.test(message)) return { kind: 'unreachable', problem: 'WRONG_NAME' };
  if (/\bERR_CERT_DATE_INVALID\b/.test(message)) return { kind: 'unreachable', problem: 'OUT_OF_DATE' };
  if (/\bERR_(?:CERT|SSL)_/.test(message)) return { kind: 'unreachable', problem: 'UNTRUSTED' };
  // Chromium reports a proxy's 407 to a tunnel as ERR_TUNNEL_CONNECTION_FAILED when no credentials were given.
  if (/\bERR_(?:PROXY_AUTH|TUNNEL_CONNECTION_FAILED|UNEXPECTED_PROXY_AUTH)/.test(message))
    return { kind: 'unreachable', problem: 'PROXY_LOGIN' };
  return { kind: 'unreachable', problem: 'UNREACHABLE' };
}

function isMeta(body: unknown): body is MetaView {
  if (typeof body !== 'object' || body === null) return false;
  const { version, apiLevel, minClient } = body as Record<string, unknown>;
  return typeof version === 'string' && typeof apiLevel === 'number' && typeof minClient === 'string';
}
