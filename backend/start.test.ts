import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

it('names an address on which it cannot listen, and says that the web app is not built', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-start-'));
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    // An address for documentation (RFC 5737), which no interface has.
    env: { ...env, HOST: '203.0.113.1', PUBLIC_URL: 'http://127.0.0.1:4000', WEB_DIR: '' },
    cwd: dataDir,
  });
  const ended = once(server, 'exit');
  const [printed, failure] = await Promise.all([text(server.stdout), text(server.stderr)]);
  expect(await ended).toEqual([1, null]);
  expect(failure).toContain('HOST and PORT: listen EADDRNOTAVAIL');
  expect(printed).toContain('the web app is not built');
  rmSync(dataDir, { recursive: true });
});

it('starts when the database can be reached again', async () => {
  const app = await createTestApp({ databaseUrl: url });
  expect(refusals).toBe(REFUSALS);
  expect((await app.visitor().get('/api/health/ready')).status).toBe(200);
  await app.close();
});
