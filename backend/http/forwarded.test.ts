import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, vi } from 'vitest';
import { warnOfProxyHeaders } from './forwarded.ts';

const FOR = { 'X-Forwarded-For': '203.0.113.7' };
const PROTO = { 'X-Forwarded-Proto': 'https' };

it.each([
  ['no header without a proxy', { trustProxy: 0, isHttps: false }, {}, '/', undefined],
  ['X-Forwarded-For that is not trusted', { trustProxy: 0, isHttps: false }, FOR, '/', 'TRUST_PROXY is 0'],
  ['X-Forwarded-For of a trusted proxy', { trustProxy: 1, isHttps: true }, { ...FOR, ...PROTO }, '/', undefined],
  ['https without X-Forwarded-Proto', { trustProxy: 1, isHttps: true }, FOR, '/', 'X-Forwarded-Proto'],
  ['a health check', { trustProxy: 1, isHttps: true }, {}, '/api/health/ready', undefined],
])('%s is warned of at most once', async (_name, settings, headers, path, warning) => {
  const warn = vi.fn();
  const app = express().set('trust proxy', settings.trustProxy);
  app.use(warnOfProxyHeaders({ warn }, settings), (_req, res) => void res.end());
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  for (let count = 0; count < 2; count += 1) await fetch(url, { headers });
  server.close();
  expect(warn.mock.calls).toEqual(warning === undefined ? [] : [[expect.stringContaining(warning)]]);
});
