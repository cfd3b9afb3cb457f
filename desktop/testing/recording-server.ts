import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';

/** A server that answers sign-outs and the check of its version, and records its requests. */
export interface RecordingServer {
  url: string;
  /** Method, path and cookies of each request, in order. */
  requests: string[];
  /** Cookies with which a session was ended. */
  signedOut(): string[];
  /** From now on requests wait. Returns the function that answers them. */
  hold(): () => void;
  close(): Promise<void>;
}

/** Starts a server on loopback; with a certificate, on https. */
export async function startRecordingServer(certificate?: { key: string; cert: string }): Promise<RecordingServer> {
  const requests: string[] = [];
  const signedOut: string[] = [];
  let turn = Promise.resolve();
  const bodies: Record<string, object> = {
    '/api/csrf-token': { csrfToken: 'token' },
    '/api/meta': { version: '0.1.0', apiLevel: 1, minClient: '0.0.1' },
  };
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url} ${headers.cookie ?? ''}`.trim());
    await turn;
    if (method === 'POST' && url === '/api/logout') signedOut.push(headers.cookie ?? '');
    const body = bodies[url];
    return body ? { status: 200, body } : { status: url === '/api/logout' ? 200 : 401, body: {} };
  };
  const listener: ConstructorParameters<typeof Server>[1] = (request, response) =>
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    signedOut: () => signedOut.toSorted(),
    hold: () => {
      let release = (): void => undefined;
      turn = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** True without openssl on a developer's machine; where LYCEUM_CI is set, tests fail without it. */
export function isOpensslMissing(): boolean {
  return process.env['LYCEUM_CI'] === undefined && spawnSync('openssl', ['version']).error !== undefined;
}

/** Creates a certificate that its own key has signed, for a name as in `DNS:lyceum.example`; `days` from now. */
export function createCertificate(
  folder: string,
  { name, days = 2 }: { name: string; days?: number },
): { key: string; cert: string } {
  const [key, request, cert, extensions] = ['key', 'csr', 'pem', 'ext'].map((ending) =>
    join(folder, `server.${ending}`),
  ) as [string, string, string, string];
  writeFileSync(extensions, `subjectAltName=${name}\n`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=Test'];
  openssl('req', ...kind, '-keyout', key, '-out', request);
  const signed = ['-signkey', key, '-days', String(days), '-extfile', extensions];
  openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
