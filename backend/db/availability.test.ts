import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './availability.ts';
import { createClient } from './connection.ts';

it('counts a database that accepts a connection and never responds as unavailable', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const client = createClient(`postgres://user@127.0.0.1:${port}/lyceum`, { connectionTimeoutMillis: 50 });
  client.on('error', () => undefined);
  const error: unknown = await client.connect().catch((failure: unknown) => failure);
  silent.close();
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
