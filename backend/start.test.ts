import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { findPort } from './testing/ports.ts';
import { createTestApp } from './testing/test-app.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Server;
let url: string;
let refusals = 0;

/** Refuses the first connections, as a database that is still starting. */
const REFUSALS = 2;

beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  const [serverPort, host] = [Number(address.port), address.hostname];
  proxy = createServer((near) => {
    near.on('error', () => undefined);
    if (refusals < REFUSALS) {
      refusals += 1;
      near.destroy();
      return;
    }
    const far = connect(serverPort, host);
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  address.port = String(await findPort());
  await new Promise<void>((resolve) => proxy.listen(Number(address.port), '127.0.0.1', resolve));
  url = address.href;
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

it('fails to start once the database could not be reached for the time set', async () => {
  await expect(createTestApp({ databaseUrl: url, databaseWaitMs: 0 })).rejects.toThrow(/terminated|reset/i);
  expect(refusals).toBe(1);
});

it('starts when the database can be reached again', async () => {
  const app = await createTestApp({ databaseUrl: url });
  expect(refusals).toBe(REFUSALS);
  expect((await app.visitor().get('/api/health/ready')).status).toBe(200);
  await app.close();
});
