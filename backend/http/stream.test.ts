import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendStream } from './stream.ts';

const sources: Readable[] = [];
const errors: unknown[] = [];
let leave = (): void => undefined;
let server: Server;

beforeAll(async () => {
  const app = express();
  app.get('/', async (_req, res) => {
    const handle = await open(import.meta.filename, 'r');
    const isClosed = once(res, 'close');
    leave();
    await isClosed;
    const source = handle.createReadStream();
    sources.push(source);
    await sendStream(res, source).catch((error: unknown) => errors.push(error));
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('closes the file when the client has left before the first byte', async () => {
  const controller = new AbortController();
  leave = () => controller.abort();
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal }).catch(() => undefined);
  await expect.poll(() => sources.map(({ closed }) => closed)).toEqual([true]);
  expect(errors).toEqual([]);
});
