import type { Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRateLimits, limitRequests } from './rate-limits.ts';

let server: Server;
beforeEach(async () => {
  const trusted = new BlockList();
  trusted.addSubnet('198.51.100.0', 24, 'ipv4');
  const app = express().set('trust proxy', 1);
  app.use((req, _res, next) => {
    const id = req.get('x-user');
    const device = { id: req.get('x-device') ?? null };
    Object.assign(req, { session: id === undefined ? {} : { identity: { id } }, device });
    next();
  });
  // Six requests in five minutes, of files sixty.
  app.use('/api', limitRequests(createRateLimits(0.01, undefined, { trusted })));
  app.use((_req, res) => void res.end());
  app.use((_error: unknown, _req: Request, res: Response, _next: NextFunction) => void res.status(429).end());
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => server.close());

/** Returns how many of some requests were not refused. */
async function countAccepted(path: string, headers: Record<string, string>, count = 20): Promise<number> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  let accepted = 0;
  for (let i = 0; i < count; i += 1) accepted += Number((await fetch(url, { headers })).status === 200);
  return accepted;
}

const from = (address: string) => ({ 'X-Forwarded-For': address });

it('counts visitors by address, and gives a trusted network fifty times as much', async () => {
  expect(await countAccepted('/api/posts', from('203.0.113.1'))).toBe(6);
  expect(await countAccepted('/api/posts', from('203.0.113.2'))).toBe(6);
  expect(await countAccepted('/api/posts', from('198.51.100.1'), 310)).toBe(300);
});

it('counts members by account, wherever they are', async () => {
  expect(await countAccepted('/api/posts', { ...from('198.51.100.1'), 'X-User': 'ana' })).toBe(6);
  expect(await countAccepted('/api/posts', { ...from('198.51.100.1'), 'X-User': 'ben' })).toBe(6);
});

it('counts files by themselves, and no health checks', async () => {
  expect(await countAccepted('/api/files/an-id', from('203.0.113.1'), 30)).toBe(30);
  expect(await countAccepted('/api/courses/an-id/image', from('203.0.113.1'), 10)).toBe(10);
  expect(await countAccepted('/api/courses/an-id/files/an-id/download', from('203.0.113.1'), 30)).toBe(20);
  expect(await countAccepted('/api/health/ready', from('203.0.113.1'), 70)).toBe(70);
  expect(await countAccepted('/api/posts', from('203.0.113.1'))).toBe(6);
});

it('counts the addresses of one IPv6 network together, and ten networks of one provider', async () => {
  expect(await countAccepted('/api/posts', from('2001:db8:7:1::1'), 3)).toBe(3);
  expect(await countAccepted('/api/posts', from('2001:db8:7:1:ffff::2'))).toBe(3);
  let accepted = 6;
  for (let network = 2; network <= 15; network += 1)
    accepted += await countAccepted('/api/posts', from(`2001:db8:7:${network}::1`), 6);
  expect(accepted).toBe(60);
  expect(await countAccepted('/api/posts', from('2001:db8:8:1::1'))).toBe(6);
});

it('counts sign-ins apart, and by browser where a member has used it', async () => {
  const address = from('203.0.113.1');
  expect(await countAccepted('/api/posts', address)).toBe(6);
  expect(await countAccepted('/api/csrf-token', address, 3)).toBe(3);
  expect(await countAccepted('/api/login', address)).toBe(3);
  expect(await countAccepted('/api/login', { ...address, 'X-Device': 'of-ana' })).toBe(6);
});
