import { net, type IncomingMessage } from 'electron';
import type { ProxyRequest } from '../core/proxy-login.ts';
import { readNetworkError, type MetaResponse } from '../core/server-address.ts';
import type { Account } from './account.ts';

const META_TIMEOUT_MS = 8_000;
/** Bytes of a response to GET /api/meta; another server may send more. */
const META_MAX_BYTES = 64 * 1024;

/**
 * Fetches GET /api/meta of a server, without the account's cookies. This is the only request of main that can sign in
 * to a proxy: `session.fetch` and `net.WebSocket` report no challenge (electron#44249), but use the credentials of the
 * account's Chromium session once a request has given them.
 */
export function fetchMeta(account: Account, origin: string, proxy: ProxyRequest): Promise<MetaResponse> {
  return new Promise((resolve) => {
    const clientRequest = net.request({
      url: `${origin}/api/meta`,
      session: account,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    });
    let timer: NodeJS.Timeout | undefined;
    const settle = (response: MetaResponse): void => {
      clearTimeout(timer);
      resolve(response);
    };
    const limitTime = (): void => {
      timer = setTimeout(() => {
        settle(readNetworkError('timeout'));
        clientRequest.abort();
      }, META_TIMEOUT_MS);
    };
    clientRequest.on('login', ({ isProxy, host, port, realm }, callback) => {
      // A server that requires HTTP authentication is not Lyceum's.
      if (!isProxy) return callback();
      // The member needs time to answer.
      clearTimeout(timer);
      void proxy.answer({ proxy: `${host}:${port}`, realm }).then((credentials) => {
        limitTime();
        if (credentials) return callback(credentials.username, credentials.password);
        settle({ kind: 'unreachable', problem: 'PROXY_LOGIN' });
        callback();
      });
    });
    clientRequest.on('response', (incoming) => void readResponse(incoming).then(settle));
    clientRequest.on('error', (error) => settle(readNetworkError(error.message)));
    clientRequest.setHeader('Accept', 'application/json');
    limitTime();
    clientRequest.end();
  });
}

function readResponse(incoming: IncomingMessage): Promise<MetaResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (): void => resolve(readNetworkError('aborted'));
    incoming.on('data', (chunk) => {
      bytes += chunk.byteLength;
      if (bytes <= META_MAX_BYTES) chunks.push(chunk);
    });
    incoming.on('end', () =>
      resolve({ kind: 'response', status: incoming.statusCode, body: parse(Buffer.concat(chunks).toString('utf8')) }),
    );
    incoming.on('error', fail);
    incoming.on('aborted', fail);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
