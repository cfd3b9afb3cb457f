import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createDiskWatch, isDatabaseUnavailable } from './availability.ts';
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

it.each([
  ['08006', 'FATAL', true],
  ['08P01', 'FATAL', true],
  ['08P01', 'ERROR', false],
  ['53100', 'ERROR', true],
  ['22P02', 'ERROR', false],
])('counts %s of severity %s as unavailable: %s', (code, severity, isUnavailable) => {
  const error = Object.assign(new Error('bind message supplies 6 parameters'), { code, severity });
  expect(isDatabaseUnavailable(new Error('The query failed', { cause: error }))).toBe(isUnavailable);
});

it('remembers for five seconds that the disk was full', () => {
  let nowMs = 1_000;
  const disk = createDiskWatch(() => nowMs);
  disk.notice(Object.assign(new Error('the database system is shutting down'), { code: '57P01' }));
  expect(disk.isFull()).toBe(false);
  const cause = Object.assign(new Error('could not extend file'), { code: '53100' });
  disk.notice(new Error('The query failed', { cause }));
  expect(disk.isFull()).toBe(true);
  nowMs += 4_999;
  expect(disk.isFull()).toBe(true);
  nowMs += 1;
  expect(disk.isFull()).toBe(false);
});
