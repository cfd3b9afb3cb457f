import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { handleErrors } from './failures.ts';

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server?.close();
  server?.closeAllConnections();
});

it('breaks off a response that has begun, and writes its error to the log alone', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Express prints errors that reach the end of the chain, except under this name.
  vi.stubEnv('NODE_ENV', 'production');
  const lines: string[] = [];
  const app = express();
  app.get('/', (_req, res) => {
    res.writeHead(200, { 'content-length': 10 });
    res.write('begun');
    throw new Error('The session could not be saved.');
  });
  app.use(handleErrors(pino({}, { write: (line: string) => void lines.push(line) }), () => undefined));
  const listening = createServer(app).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(lines.join()).toContain('The session could not be saved.');
  expect(printed).not.toHaveBeenCalled();
});
