import { connect, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CONNECTION_TIMEOUT_MS } from '../db/mikro-orm.config.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createNodeSignals, type NodeSignals } from './node-signals.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Server;
let isSilent = false;
const ends: Socket[] = [];
let near: NodeSignals;
let far: NodeSignals;
const received: string[] = [];

/** Two nodes; a proxy can silence the database of one without closing its connections. */
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  const [port, host] = [Number(address.port), address.hostname];
  proxy = createServer((client) => {
    const server = connect(port, host);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) {
      ends.push(end);
      end.on('error', () => {});
      if (isSilent) end.pause();
    }
  });
  const proxyPort = await findFreePort(23_100);
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve));
  address.port = String(proxyPort);
  const log = pino({ level: 'silent' });
  near = createNodeSignals({ databaseUrl: address.href, log });
  far = createNodeSignals({ databaseUrl: database.url, log });
  far.on('user-log', (userIds) => received.push(...userIds));
  far.start();
});
afterAll(async () => {
  for (const end of ends) end.destroy();
  proxy.close();
  await Promise.all([near.stop(), far.stop()]);
  await database.drop();
});

it('times out on a database that does not respond during connect, and signals other nodes once it responds', async () => {
  isSilent = true;
  near.start();
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  isSilent = false;
  await vi.waitFor(
    () => {
      near.send('user-log', ['ada']);
      expect(received).toContain('ada');
    },
    { timeout: CONNECTION_TIMEOUT_MS * 3, interval: 50 },
  );
});

it('replaces a silent connection after one statement without a response', async () => {
  for (const end of ends) end.pause();
  near.send('user-log', ['ben']);
  await vi.waitFor(
    () => {
      near.send('user-log', ['cat']);
      expect(received).toContain('cat');
    },
    { timeout: CONNECTION_TIMEOUT_MS * 3, interval: 50 },
  );
});
