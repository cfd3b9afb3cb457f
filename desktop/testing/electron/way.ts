import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { findFreePort } from '../../../tools/postgres.ts';

/** What a proxy answers to a tunnel: the connection, or its refusal. */
type Tunnel = { status: 200; socket: Socket } | { status: number; realm: string };

/** Asks an HTTP proxy for a tunnel to a host (RFC 9110, section 9.3.6), as Chromium does for websockets and https. */
async function openTunnel(proxy: string, target: string, login: string | undefined): Promise<Tunnel> {
  const [host = '', port = ''] = proxy.split(':');
  const asked = request({
    host,
    port: Number(port),
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: login === undefined ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(login).toString('base64')}` },
  });
  asked.end();
  const [response, socket] = (await once(asked, 'connect')) as [import('node:http').IncomingMessage, Socket];
  if (response.statusCode === 200) return { status: 200, socket };
  socket.destroy();
  const realm = /realm="([^"]*)"/.exec(response.headers['proxy-authenticate'] ?? '')?.[1] ?? '';
  return { status: response.statusCode ?? 0, realm };
}

/** Returns the realm of a proxy that requires a sign-in on the way to an address; null when it lets it through. */
export async function findChallenge(proxy: string, url: string, login: string | undefined): Promise<string | null> {
  const tunnel = await openTunnel(proxy, new URL(url).host, login);
  if ('socket' in tunnel) tunnel.socket.destroy();
  return 'realm' in tunnel ? tunnel.realm : null;
}

/** Returns an address on this computer whose connections go through the proxy to the host of `url`. */
export async function relayThrough(proxy: string, url: string, login: string | undefined): Promise<string> {
  const { host } = new URL(url);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    openTunnel(proxy, host, login).then(
      (tunnel) => {
        if (!('socket' in tunnel)) return client.destroy();
        tunnel.socket.on('error', () => client.destroy());
        return client.pipe(tunnel.socket).pipe(client);
      },
      () => client.destroy(),
    );
  });
  const port = await findFreePort(28_100 + Math.floor(Math.random() * 4_000));
  server.unref().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}
