import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UploadSessionView } from '#shared/api/files.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findPort } from '../../testing/ports.ts';
import { TestClient } from '../../testing/test-client.ts';
import { sendTus } from '../../testing/tus-client.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let port: number;
let server: ChildProcess;

/** Starts the server as a separate process, as in production. */
async function start(): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    LIMIT_FACTOR: '100',
  };
  server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout ?? server, 'data');
}

async function kill(): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-restart-'));
  port = await findPort();
  await start();
});
afterAll(async () => {
  await kill();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

it('an upload continues after the server is killed while receiving and while processing', async () => {
  const client = new TestClient(`http://127.0.0.1:${port}`);
  await client.signUp('teacher');
  const bytes = Buffer.concat([
    Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 'latin1'),
    randomBytes(8 * 1024 * 1024),
  ]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { url } = (
    await client.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'work.zip', size: bytes.length, sha256 },
    })
  ).body as unknown as UploadSessionView;
  const offset = async () => Number((await sendTus(client, ['HEAD', url])).headers.get('upload-offset'));

  const token = await client.token();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const headers = {
    host: `127.0.0.1:${port}`,
    cookie: client.cookie,
    origin: client.url,
    'csrf-token': token,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  };
  socket.write(
    `PATCH ${url} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  socket.write(bytes.subarray(0, 3_000_000));
  await expect.poll(offset).toBeGreaterThan(1_000_000);
  await kill();
  socket.destroy();
  await start();

  const from = await offset();
  expect(from).toBeGreaterThan(1_000_000);
  // The killed server held the lease; the next one takes over once it has expired.
  await expect
    .poll(
      async () =>
        (await sendTus(client, ['PATCH', url], { bytes: bytes.subarray(from, from + 2_000_000), offset: from })).status,
      { interval: 500 },
    )
    .toBe(204);
  await kill();
  await start();
  const rest = await offset();
  expect(rest).toBe(from + 2_000_000);
  expect((await sendTus(client, ['PATCH', url], { bytes: bytes.subarray(rest), offset: rest })).status).toBe(204);
  // Killed while it checks the file; the next request starts the check again.
  await kill();
  await start();
  await expect.poll(async () => (await client.get(url)).body['state'], { interval: 500 }).toBe('ready');
  const { file } = (await client.get(url)).body as unknown as UploadSessionView;
  expect(file).toMatchObject({ size: bytes.length, sha256 });
  const stored = Buffer.from(
    await (await fetch(client.url + (file?.url ?? ''), { headers: { cookie: client.cookie } })).arrayBuffer(),
  );
  expect(stored.equals(bytes)).toBe(true);
});
