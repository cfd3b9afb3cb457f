import { app, net, type AuthInfo, type IncomingMessage } from 'electron';
import type { ProxyRequest } from '../core/proxy-login.ts';
import { readNetworkError, type MetaResponse } from '../core/server-address.ts';
import type { AccountSession } from './account.ts';

const META_TIMEOUT_MS = 8_000;
/** Bytes of a response to GET /api/meta; another server may send more. */
const META_MAX_BYTES = 64 * 1024;

/** Arguments with which Chromium would accept certificates that it does not trust. */
const LENIENT_SWITCHES = [
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
];

/**
 * Refuses every certificate that the system does not trust, without a question, also when the command line asks for
 * less. Must run before the app is ready.
 */
export function refuseCertificates(warn: (message: string) => void): void {
  for (const name of LENIENT_SWITCHES) app.commandLine.removeSwitch(name);
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
    warn(`A certificate of ${URL.canParse(url) ? new URL(url).host : 'a server'} was refused: ${error}`);
  });
}

/**
 * Fetches GET /api/meta of a server, without the account's cookies. This is the only request of main that can sign in
 * to a proxy: `session.fetch` and `net.WebSocket` report no challenge (electron#44249), but use the credentials of the
 * account's Chromium session once a request has given them.
 */
export function fetchMeta(account: AccountSession, origin: string, proxy: ProxyRequest): Promise<MetaResponse> {
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
    clientRequest.on('login', (challenge, callback) => {
      // The member needs time to answer.
      clearTimeout(timer);
      void answerLogin(proxy, challenge, callback).then((isAnswered) => {
        limitTime();
        if (!isAnswered && challenge.isProxy) settle({ kind: 'unreachable', problem: 'PROXY_LOGIN' });
      });
    });
    clientRequest.on('response', (incoming) => void readResponse(incoming).then(settle));
    clientRequest.on('error', (error) => settle(readNetworkError(error.message)));
    clientRequest.setHeader('Accept', 'application/json');
    limitTime();
    clientRequest.end();
  });
}

/** Receives the credentials of a challenge; without any, the request ends. */
export type LoginAnswer = (username?: string, password?: string) => void;

/**
 * Answers the event `login` of a request with the credentials for its proxy, or with none, which ends the request.
 * Returns whether there were any.
 */
export async function answerLogin(
  proxy: ProxyRequest,
  { isProxy, host, port, realm }: AuthInfo,
  callback: LoginAnswer,
): Promise<boolean> {
  // A server that requires HTTP authentication is not Lyceum's.
  const credentials = isProxy ? await proxy.answer({ proxy: `${host}:${port}`, realm }) : null;
  if (credentials) callback(credentials.username, credentials.password);
  else callback();
  return credentials !== null;
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
