import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../postgres.ts';
import { Cable } from './cable.ts';
import { createChance } from './chance.ts';

let server: Server;
let asked: string[];
const cables: Cable[] = [];
let cutShare: number;

beforeEach(async () => {
  [asked, cutShare] = [[], 0];
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.end('an answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const cable of cables.splice(0)) cable.close();
  server.closeAllConnections();
  server.close();
});

async function lay(ports?: number[]): Promise<{ cable: Cable; get: (path: string) => Promise<string> }> {
  const port = await findFreePort(24_000);
  const cable = new Cable({
    port,
    chance: createChance(1),
    cutShare: () => cutShare,
    route: () => ports ?? [(server.address() as AddressInfo).port],
  });
  await cable.open();
  cables.push(cable);
  return { cable, get: async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text() };
}

it('leads to the first port that takes a connection', async () => {
  const { get } = await lay([await findFreePort(24_500), (server.address() as AddressInfo).port]);
  expect(await get('/one')).toBe('an answer');
});

it('lets answers break off whose requests have arrived', async () => {
  const { cable, get } = await lay();
  cutShare = 1;
  await expect(get('/one')).rejects.toThrow();
  await expect(get('/two')).rejects.toThrow();
  expect(asked).toEqual(['/one', '/two']);
  cutShare = 0;
  expect(await get('/three')).toBe('an answer');
  expect(cable.answers).toEqual({ passed: 1, cut: 2 });
});

it('refuses everything while it is cut', async () => {
  const { cable, get } = await lay();
  await get('/one');
  cable.cut();
  await expect(get('/two')).rejects.toThrow();
  cable.heal();
  expect(await get('/three')).toBe('an answer');
  expect(asked).toEqual(['/one', '/three']);
});

it('swallows what comes while it is held, and hands it on afterwards', async () => {
  const [held, free] = [await lay(), await lay()];
  await held.get('/one');
  held.cable.hold();
  let isAnswered = false;
  const waiting = held.get('/two').finally(() => (isAnswered = true));
  await free.get('/other');
  expect([isAnswered, asked]).toEqual([false, ['/one', '/other']]);
  held.cable.heal();
  expect(await waiting).toBe('an answer');
});

it('is as late as it is told, and keeps the order', async () => {
  const { cable, get } = await lay();
  cable.slow(60);
  const startedAt = performance.now();
  expect(await get('/one')).toBe('an answer');
  // Once on the way back; the first bytes of a connection are what it is told by.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
});

it('knows which node the live link leads to, until it ends', async () => {
  const { cable, get } = await lay();
  await get('/socket.io/?EIO=4');
  expect(cable.linkPort).toBe((server.address() as AddressInfo).port);
  cable.cut();
  expect(cable.linkPort).toBeUndefined();
});
