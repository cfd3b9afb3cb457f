import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findPort } from './ports.ts';

it('finds each port once, also while nothing listens on the ones before', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findPort()));
  expect(new Set(ports).size).toBe(50);
});

it('passes over a port that is in use', async () => {
  const port = await findPort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port + 1, '127.0.0.1', resolve));
  expect(await findPort()).not.toBe(port + 1);
  await new Promise((resolve) => server.close(resolve));
});
