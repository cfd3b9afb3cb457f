import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { ERROR_STATUS } from '#shared/errors.ts';
import { findTarget, isAdvertisementList, pageHeaders } from '../core/app-files.ts';
import { CRASH_PAGE, CRASH_STYLE } from '../core/crash-page.ts';
import { headersDown, headersUp } from '../core/forward.ts';
import type { OfflineCopies } from '../offline.ts';
import type { AccountSession } from './account.ts';
import { fetchFromServer } from './server.ts';

/** Proxy Authentication Required (RFC 9110, section 15.5.8). */
const PROXY_LOGIN_STATUS = 407;

/** Sources of the scheme's responses. */
interface SchemeSources {
  /** Folder of the built renderer. */
  rendererDir: string;
  /** The renderer's dev server instead of the folder; null in a built app. */
  devServerUrl: string | null;
  /** Origin of the server; null before one was chosen. */
  serverUrl: () => string | null;
  /** False when the policy hides advertisements. */
  hasAdvertisements: boolean;
  /** Copies of files for offline use. */
  offline: Pick<OfflineCopies, 'read' | 'readInstead'>;
  /** The server refused a request because the client is too old. */
  onTooOld: () => void;
  /** A request did not reach the server. */
  onFailure: () => void;
}

/** Registers `app://` as a secure origin. Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Serves `app://lyceum`: the renderer's files, and the server under /api and /uploads with the account's session. */
export function serveScheme(account: AccountSession, sources: SchemeSources): void {
  account.protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.host !== 'lyceum') return plain(404, 'Not found');
    const target = findTarget(url.pathname, sources.rendererDir);
    if (!sources.hasAdvertisements && isAdvertisementList(url.pathname)) return Response.json([]);
    if (target.kind === 'server') return forward(account, request, sources);
    if (target.kind === 'offline') return (await sources.offline.read(request)) ?? plain(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
    const headers = pageHeaders(sources.devServerUrl);
    if (target.kind === 'crash-page')
      return new Response(CRASH_PAGE, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
    if (target.kind === 'crash-style')
      return new Response(CRASH_STYLE, { headers: { ...headers, 'Content-Type': 'text/css; charset=utf-8' } });
    if (sources.devServerUrl !== null) return fromDevServer(account, request, sources.devServerUrl);
    if (target.kind !== 'file') return plain(404, 'Not found');
    try {
      return new Response(await readFile(target.file), { headers: { ...headers, 'Content-Type': target.type } });
    } catch {
      return plain(404, 'Not found');
    }
  });
}

/**
 * Forwards a request with the account's cookies and the server's Origin. Without the server, a file of an item is read
 * from its copy; anything else is a network error.
 */
async function forward(account: AccountSession, request: Request, sources: SchemeSources): Promise<Response> {
  const serverUrl = sources.serverUrl();
  if (serverUrl === null) return Response.error();
  const { pathname, search } = new URL(request.url);
  try {
    const response = await fetchFromServer(account, serverUrl + pathname + search, {
      method: request.method,
      headers: headersUp(request.headers),
      signal: request.signal,
      // The body is streamed; the fetch standard requires half duplex for a stream.
      ...(request.body && { body: request.body, duplex: 'half' }),
    } as RequestInit);
    // The response of a proxy, which the page must not take for the server's.
    if (response.status === PROXY_LOGIN_STATUS) throw new Error('A proxy requires a sign-in.');
    if (response.status === ERROR_STATUS.UPGRADE_REQUIRED) sources.onTooOld();
    const isBodiless = [204, 205, 304].includes(response.status);
    return new Response(isBodiless ? null : response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: headersDown(response.headers),
    });
  } catch {
    if (!request.signal.aborted) sources.onFailure();
    return (await sources.offline.readInstead(request)) ?? Response.error();
  }
}

async function fromDevServer(account: AccountSession, request: Request, devServerUrl: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
  const response = await account.fetch(devServerUrl + (isPage ? '/' : pathname + search), {
    headers: { Accept: request.headers.get('accept') ?? '*/*' },
  });
  const headers = headersDown(response.headers);
  for (const [name, value] of Object.entries(pageHeaders(devServerUrl))) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
