import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import express, { type Response } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFileStore, type FileStore } from '../../gateways/file-store.ts';
import { createS3Store } from '../../gateways/s3-store.ts';
import { startS3Server, type S3Server } from '../../testing/s3-server.ts';
import { sendFile } from './file-stream.service.ts';

/** More than the S3 client has connections (50), and more bytes than a socket buffers. */
const [READS, SIZE_BYTES] = [60, 2_000_000];

const key = randomUUID();
const file = {
  key,
  name: 'a.txt',
  mime: 'text/plain',
  sizeBytes: SIZE_BYTES,
  etag: key,
  isPrivate: true,
  isEncoded: false,
};
const folder = mkdtempSync(join(tmpdir(), 'lyceum-stream-'));
let s3: S3Server;
const stores: Record<string, FileStore> = {};
let errors: unknown[];
/** How many responses have ended. */
let finished: number;
const leavers = new Set<AbortController>();
/** The store, and what the route does before the file is opened and while a part is recorded. */
let around: { store: FileStore; before?: (res: Response) => Promise<void>; onPart?: (res: Response) => Promise<void> };
let close: () => Promise<void>;
let url: string;

beforeAll(async () => {
  s3 = await startS3Server();
  stores['a folder'] = createFileStore(folder);
  stores['S3'] = createS3Store(s3.settings);
  for (const store of Object.values(stores)) await store.save(key, Buffer.alloc(SIZE_BYTES, 'a'));
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  errors = [];
  const app = express();
  app.get('/', async (req, res) => {
    const { store, before, onPart } = around;
    await before?.(res);
    await sendFile(store, file, { req, res, onPart: async () => onPart?.(res) }).catch((error: unknown) => {
      errors.push(error);
      res.destroy();
    });
    finished += 1;
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  finished = 0;
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => close());

/** Lets the clients leave, and waits until a response is closed. */
async function leave(res: Response | undefined): Promise<void> {
  const closed = res && once(res, 'close');
  for (const controller of leavers) controller.abort();
  await closed;
}
const readAndLeave = async (): Promise<void> => {
  const controller = new AbortController();
  leavers.add(controller);
  await fetch(url, { signal: controller.signal }).catch(() => undefined);
  leavers.delete(controller);
};
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

describe.each(['a folder', 'S3'])('a client of %s that leaves', (name) => {
  const store = (): FileStore => stores[name] as FileStore;

  it.each(['while the file is opened', 'before its first part is sent'])('%s leaves nothing open', async (moment) => {
    const isWhileOpened = moment.startsWith('while');
    const opened: Readable[] = [];
    let [parts, response] = [0, undefined as Response | undefined];
    const open: FileStore['open'] = async (...args) => {
      const stream = await store().open(...args);
      if (stream) opened.push(stream);
      if (isWhileOpened) await leave(response);
      return stream;
    };
    around = {
      store: { ...store(), open },
      before: async (res) => void (response = res),
      async onPart(res) {
        parts += 1;
        await leave(res);
      },
    };
    for (let index = 0; index < READS; index += 1) {
      await readAndLeave();
      await expect.poll(() => finished, { interval: 2 }).toBe(index + 1);
    }
    expect(opened.filter(({ destroyed }) => !destroyed)).toHaveLength(0);
    expect([opened.length, parts]).toEqual([READS, isWhileOpened ? 0 : READS]);
    await expect.poll(openFiles).toBe(0);
    // Another client is served at once.
    around = { store: store() };
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(SIZE_BYTES);
    await expect.poll(() => finished, { interval: 2 }).toBe(READS + 1);
    expect(errors).toEqual([]);
  });

  it('before the file is opened opens none', async () => {
    let opens = 0;
    around = {
      store: { ...store(), open: (...args) => ((opens += 1), store().open(...args)) },
      before: (res) => leave(res),
    };
    await readAndLeave();
    await expect.poll(() => finished, { interval: 2 }).toBe(1);
    expect([opens, errors]).toEqual([0, []]);
  });
});
