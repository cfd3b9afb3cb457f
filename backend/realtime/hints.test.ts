import { connect, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CONNECTION_TIMEOUT_MS } from '../db/mikro-orm.config.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createHints, type Hints } from './hints.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Server;
let isSilent = false;
const ends: Socket[] = [];
let near: Hints;
let far: Hints;
const heard: string[] = [];

/** Two nodes; the database of one can be made silent without its connections being cut. */
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
  near = createHints({ databaseUrl: address.href, log });
  far = createHints({ databaseUrl: database.url, log });
  far.on('stream', (userIds) => heard.push(...userIds));
  far.start();
});
afterAll(async () => {
  for (const end of ends) end.destroy();
  proxy.close();
  await Promise.all([near.stop(), far.stop()]);
  await database.drop();
});

it('gives up on a database that says nothing while it connects, and tells the other nodes once it speaks again', async () => {
  isSilent = true;
  near.start();
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  isSilent = false;
  await vi.waitFor(
    () => {
      near.tell('stream', ['ada']);
      expect(heard).toContain('ada');
    },
    { timeout: CONNECTION_TIMEOUT_MS * 3, interval: 50 },
  );
});

it('leaves a connection that has fallen silent, after one statement that it did not answer', async () => {
  for (const end of ends) end.pause();
  near.tell('stream', ['ben']);
  await vi.waitFor(
    () => {
      near.tell('stream', ['cat']);
      expect(heard).toContain('cat');
    },
    { timeout: CONNECTION_TIMEOUT_MS * 3, interval: 50 },
  );
});
