import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { takeUpload } from './uploads.ts';

/** What happened on the server, in order: an upload arrives, its work starts, ends, or its client has disconnected. */
let events: string[];
let release: Map<string, () => void>;
let server: Server;
let url: string;

beforeEach(async () => {
  events = [];
  release = new Map();
  const app = express();
  app.post('/:person/:name', async (req, res) => {
    const { person, name } = req.params;
    res.once('close', () => events.push(`${name} closes`));
    events.push(`${name} arrives`);
    await takeUpload({ req, res, from: person }, async () => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve) => release.set(name, resolve));
      events.push(`${name} ends`);
      res.status(201).end();
    });
  });
  app.use(
    (error: unknown, _req: Request, res: Response, _next: NextFunction) =>
      void res.status(error instanceof AppError ? error.status : 500).end(),
  );
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const end of release.values()) end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function send(path: string, signal?: AbortSignal): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob(['bytes']), 'a.png');
  const sent = fetch(url + path, { method: 'POST', body, ...(signal && { signal }) });
  return sent.then(
    (response) => response.status,
    () => 0,
  );
}

const has = (event: string) => expect.poll(() => events).toContain(event);

it('releases a turn when the work has ended, not when the client disconnects', async () => {
  const hangUp = new AbortController();
  for (const name of ['a', 'b', 'c']) void send(`/one/${name}`, hangUp.signal);
  await Promise.all(['a', 'b', 'c'].map((name) => has(`${name} begins`)));
  hangUp.abort();
  await Promise.all(['a', 'b', 'c'].map((name) => has(`${name} closes`)));

  const next = send('/two/d');
  // It gets its response after d was read, because it was sent later.
  expect(await fetch(`${url}/two/e`, { method: 'POST', body: 'no form' }).then((response) => response.status)).toBe(
    415,
  );
  release.get('a')?.();
  await has('d begins');
  release.get('d')?.();
  expect(await next).toBe(201);
  expect(events.indexOf('a ends')).toBeLessThan(events.indexOf('d begins'));
});

it('limits one user to six at once and accepts those of others', async () => {
  const own = Array.from({ length: 6 }, (_, index) => send(`/one/${index}`));
  await Promise.all(own.map((_, index) => has(`${index} arrives`)));
  expect(await send('/one/seventh')).toBe(503);
  for (let ended = 0; ended < 6; ended += 1) {
    await expect.poll(() => release.size).toBeGreaterThan(0);
    const [[name, end] = ['', () => undefined]] = release;
    release.delete(name);
    end();
  }
  expect(await Promise.all(own)).toEqual(Array.from({ length: 6 }, () => 201));
  const other = send('/two/other');
  await has('other begins');
  release.get('other')?.();
  expect(await other).toBe(201);
});
