import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPort } from '../../backend/testing/ports.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { createChance } from './random.ts';

let server: Server;
let requested: string[];
const proxies: TcpProxy[] = [];
let cutShare: number;

beforeEach(async () => {
  [requested, cutShare] = [[], 0];
  server = createServer((req, res) => {
    requested.push(req.url ?? '');
    res.end('a response');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  server.closeAllConnections();
  server.close();
});

async function lay(ports?: number[]): Promise<{ proxy: TcpProxy; get: (path: string) => Promise<string> }> {
  const port = await findPort();
  const proxy = new TcpProxy({
    port,
    chance: createChance(1),
    cutShare: () => cutShare,
    route: () => ports ?? [(server.address() as AddressInfo).port],
  });
  await proxy.open();
  proxies.push(proxy);
  return { proxy, get: async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text() };
}

it('connects to the first port that accepts a connection', async () => {
  const { get } = await lay([await findPort(), (server.address() as AddressInfo).port]);
  expect(await get('/one')).toBe('a response');
});

it('drops responses whose requests have arrived', async () => {
  const { proxy, get } = await lay();
  cutShare = 1;
  await expect(get('/one')).rejects.toThrow();
  await expect(get('/two')).rejects.toThrow();
  expect(requested).toEqual(['/one', '/two']);
  cutShare = 0;
  expect(await get('/three')).toBe('a response');
  expect(proxy.responses).toEqual({ passed: 1, cut: 2 });
});

it('refuses everything while it is cut', async () => {
  const { proxy, get } = await lay();
  await get('/one');
  proxy.cut();
  await expect(get('/two')).rejects.toThrow();
  proxy.heal();
  expect(await get('/three')).toBe('a response');
  expect(requested).toEqual(['/one', '/three']);
});

it('pauses data and forwards it later', async () => {
  const [held, free] = [await lay(), await lay()];
  await held.get('/one');
  held.proxy.hold();
  let hasResponse = false;
  const waiting = held.get('/two').finally(() => (hasResponse = true));
  await free.get('/other');
  expect([hasResponse, requested]).toEqual([false, ['/one', '/other']]);
  held.proxy.heal();
  expect(await waiting).toBe('a response');
});

it('delays data without changing its order', async () => {
  const { proxy, get } = await lay();
  proxy.slow(60);
  const startedAt = performance.now();
  expect(await get('/one')).toBe('a response');
  // Delayed once, on the way back: the first bytes of a connection classify it and are not delayed.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
});

it('returns the node of the live link until it ends', async () => {
  const { proxy, get } = await lay();
  await get('/socket.io/?EIO=4');
  expect(proxy.linkPort).toBe((server.address() as AddressInfo).port);
  proxy.cut();
  expect(proxy.linkPort).toBeUndefined();
});
