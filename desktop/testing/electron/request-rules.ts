/**
 * What Electron and Chromium decide about a request of main. Sources: Electron 45, `lib/browser/api/net-fetch.ts`,
 * `lib/common/api/net-client-request.ts` and `shell/common/api/electron_api_url_loader.cc`; Chromium,
 * `services/network/cors/`, `services/network/sec_header_helpers.cc` and `net/cookies/cookie_util.cc`.
 * `e2e/fake-network.spec.ts` compares these rules with Chromium.
 */

type Mode = 'cors' | 'navigate' | 'no-cors' | 'same-origin';

/** A request as Electron gives it to Chromium's network service. */
export interface LoaderRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The origin on whose behalf the request is made; null for one of the browser itself. */
  initiator: string | null;
  mode: Mode;
  hasCredentials: boolean;
}

/** Returns what `fetchWithSession` (net-fetch.ts) makes of a request. */
export function toLoaderRequest(request: Request): LoaderRequest {
  const { url, method } = request;
  const headers = new Headers(request.headers);
  // The header becomes `request_initiator` (electron_api_url_loader.cc, SimpleURLLoaderWrapper::Create).
  const initiator = headers.get('origin');
  // "cors is the default mode, but we can't set mode=cors without an origin": then ResourceRequest's mode is no-cors.
  const isModeSet = request.mode !== 'cors' || initiator !== null;
  // "We can't set credentials to same-origin unless there's an origin set."
  const isSameOrigin = initiator === null || initiator === new URL(url).origin;
  const hasCredentials = request.credentials === 'include' || (request.credentials === 'same-origin' && isSameOrigin);
  return { url, method, headers, initiator, mode: isModeSet ? (request.mode as Mode) : 'no-cors', hasCredentials };
}

/** True when the response must allow the initiator to read it (cors.cc, ShouldCheckCors). */
export function isCrossOrigin({ initiator, mode, url }: LoaderRequest): boolean {
  return initiator !== null && (mode === 'cors' || mode === 'same-origin') && initiator !== new URL(url).origin;
}

/**
 * True when cookies with SameSite=Lax or Strict are sent and stored (cookie_util.cc, ComputeSameSiteContext). Electron
 * sets `site_for_cookies` to the address, and no request of main is a navigation, so the initiator alone decides.
 * Chromium compares registrable domains; here the whole host has to be the same.
 */
export function isSameSite({ initiator, url }: Pick<LoaderRequest, 'initiator' | 'url'>): boolean {
  if (initiator === null) return true;
  const [from, to] = [URL.parse(initiator), new URL(url)];
  return from !== null && from.protocol === to.protocol && from.hostname === to.hostname;
}

/** True for an address of which Chromium assumes that no one reads along (is_potentially_trustworthy.cc). */
export function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
  return protocol === 'https:' || protocol === 'wss:' || isLoopback;
}

/** Returns the Fetch Metadata of a request (sec_header_helpers.cc, SetFetchMetadataHeaders). */
export function fetchMetadata(request: LoaderRequest): Record<string, string> {
  if (!isTrustworthy(request.url)) return {};
  const { initiator, url, mode } = request;
  let site = 'cross-site';
  if (initiator === null) site = 'none';
  else if (initiator === new URL(url).origin) site = 'same-origin';
  else if (isSameSite(request)) site = 'same-site';
  // No caller names a destination; "If r's destination is the empty string, set header's value to" empty.
  return { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': 'empty' };
}

/** Returns the Origin to send; null leaves the header as main has set it (cors_url_loader.cc, StartRequest). */
export function originToSend(request: LoaderRequest): string | null {
  const { initiator, method, mode } = request;
  if (initiator === null || mode === 'navigate') return null;
  return isCrossOrigin(request) || (method !== 'GET' && method !== 'HEAD') ? initiator : null;
}

/** Returns the headers of the preflight; null when none is sent (cors_url_loader.cc, NeedsCorsPreflight). */
export function preflightHeaders(request: LoaderRequest): Record<string, string> | null {
  if (!isCrossOrigin(request) || request.initiator === null) return null;
  const names = unsafeHeaderNames(request.headers);
  if (isSafeMethod(request.method) && names.length === 0) return null;
  return {
    Accept: '*/*',
    Origin: request.initiator,
    'Access-Control-Request-Method': request.method,
    ...(names.length > 0 && { 'Access-Control-Request-Headers': names.join(',') }),
    ...fetchMetadata(request),
  };
}

/** True when the response of a preflight allows the request (preflight_controller.cc, preflight_result.cc). */
export function isPreflightPassed(request: LoaderRequest, response: { status: number; headers: Headers }): boolean {
  const { headers, status } = response;
  if (status < 200 || status > 299 || !isReadable(request, headers)) return false;
  const allows = (header: string, value: string): boolean => {
    const allowed = (headers.get(header) ?? '').split(',').map((part) => part.trim());
    return allowed.includes(value) || (allowed.includes('*') && !request.hasCredentials);
  };
  return (
    (isSafeMethod(request.method) || allows('Access-Control-Allow-Methods', request.method)) &&
    unsafeHeaderNames(request.headers).every((name) => allows('Access-Control-Allow-Headers', name))
  );
}

/** True when a response may be read by the initiator of a cross-origin request (cors.cc, CheckAccess). */
export function isReadable({ initiator, hasCredentials }: LoaderRequest, headers: Headers): boolean {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (hasCredentials) return allowed === initiator && headers.get('Access-Control-Allow-Credentials') === 'true';
  return allowed === '*' || allowed === initiator;
}

function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'POST'].includes(method);
}

/** Headers that the network stack owns (cors.cc, IsForbiddenHeader); they cause no preflight. */
const FORBIDDEN = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'cookie',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** Names of the headers that need a preflight, sorted (cors.cc, CorsUnsafeNotForbiddenRequestHeaderNames). */
function unsafeHeaderNames(headers: Headers): string[] {
  return [...headers]
    .filter(([name, value]) => !FORBIDDEN.has(name) && !/^(?:sec|proxy)-/.test(name) && !isSafelisted(name, value))
    .map(([name]) => name)
    .toSorted();
}

/** True for a CORS-safelisted header (cors.cc, IsCorsSafelistedHeader). Client hints are not: main sends none. */
function isSafelisted(name: string, value: string): boolean {
  if (value.length > 128) return false;
  // oxlint-disable-next-line no-control-regex -- the bytes that the fetch standard calls unsafe
  const hasUnsafeByte = /[\u0000-\u0008\u000a-\u001f"():<>?@[\\\]{}\u007f]/.test(value);
  switch (name) {
    case 'accept':
      return !hasUnsafeByte;
    case 'accept-language':
    case 'content-language':
      return /^[\da-z *,\-.;=]*$/i.test(value);
    case 'content-type':
      return (
        !hasUnsafeByte &&
        /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)(?:;|$)/i.test(value.trim())
      );
    case 'range':
      return /^bytes=\d+-\d*$/.test(value);
    default:
      return false;
  }
}
