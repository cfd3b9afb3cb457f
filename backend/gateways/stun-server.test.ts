import { execFile } from 'node:child_process';
import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { isMissing } from '../testing/programs.ts';
import { createStunServer, type StunServer } from './stun-server.ts';

const HOST = '127.0.0.1';
const started: StunServer[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  for (const socket of sockets.splice(0)) socket.close();
});

/** A socket at a free port, or at this one. */
async function bind(port = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(port, HOST);
  await once(socket, 'listening');
  return socket;
}

async function freePort(): Promise<number> {
  const socket = await bind();
  const { port } = socket.address();
  sockets.pop();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

async function start(port: number, mayAnswer: (address: string) => boolean = () => true) {
  const log = { warn: vi.fn<(details: object, text: string) => void>(), info: vi.fn<() => void>() };
  const url = `stun:lyceum.example:${port}`;
  const server = createStunServer({ address: { host: HOST, port, url }, mayAnswer, log: log as never });
  started.push(server);
  await server.start();
  return { server, log };
}

async function ask(port: number): Promise<Buffer> {
  const socket = await bind();
  socket.send(Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex'), port, HOST);
  const [response] = (await once(socket, 'message')) as [Buffer];
  return response;
}

it('answers at its address, and no longer after its end', async () => {
  const port = await freePort();
  const { server, log } = await start(port);
  expect((await ask(port)).readUInt16BE(0)).toBe(0x0101);
  expect(server.url()).toBe(`stun:lyceum.example:${port}`);
  expect(log.warn).not.toHaveBeenCalled();
  await server.stop();
  expect(server.url()).toBeNull();
  // The port is free again.
  await bind(port);
});

it.skipIf(isMissing('turnutils_stunclient'))('answers the client of coturn', async () => {
  const port = await freePort();
  await start(port);
  const { stdout } = await promisify(execFile)('turnutils_stunclient', ['-p', String(port), HOST]);
  expect(stdout).toMatch(/UDP reflexive addr: 127\.0\.0\.1:\d+/);
});

it('answers no address that has sent too many requests', async () => {
  const port = await freePort();
  let left = 1;
  await start(port, (address) => address === HOST && (left -= 1) >= 0);
  await ask(port);
  const socket = await bind();
  const heard = vi.fn<() => void>();
  socket.on('message', heard);
  socket.send(Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex'), port, HOST);
  // A later request that is allowed is answered after it.
  await vi.waitFor(() => expect(left).toBe(-1));
  left = 1;
  await ask(port);
  expect(heard).not.toHaveBeenCalled();
});

it('ignores a packet from port 0, which nothing can be sent to', async () => {
  const { log, receive } = await startAndCapture();
  expect(() => receive({ address: HOST, port: 0 })).not.toThrow();
  expect(log.warn).not.toHaveBeenCalled();
});

it('survives every failure of a packet, and logs the first one', async () => {
  const failing = vi.fn<() => boolean>(() => {
    throw new Error('unexpected');
  });
  const { port, log, receive } = await startAndCapture(failing);
  for (let index = 0; index < 3; index += 1) expect(() => receive({ address: HOST, port: 9 })).not.toThrow();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ err: expect.any(Error) as Error }),
    expect.stringContaining('STUN'),
  );
  failing.mockReturnValue(true);
  expect((await ask(port)).readUInt16BE(0)).toBe(0x0101);
});

/** Starts a responder, and passes it packets as its socket does: only root can send one from port 0. */
async function startAndCapture(mayAnswer?: () => boolean) {
  const port = await freePort();
  const bound = vi.spyOn(Socket.prototype, 'bind');
  const { log } = await start(port, mayAnswer);
  const [socket] = bound.mock.contexts as Socket[];
  bound.mockRestore();
  const packet = Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex');
  const receive = (from: { address: string; port: number }) =>
    socket?.emit('message', packet, { ...from, family: 'IPv4', size: packet.length });
  return { port, log, receive };
}

it('names the setting when another program has the port, and goes on', async () => {
  const other = await bind();
  const { port } = other.address();
  const { server, log } = await start(port);
  expect(server.url()).toBeNull();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ err: expect.any(Error) as Error }),
    expect.stringContaining('STUN_PORT'),
  );
});

it('shares the port of another Lyceum process, and takes it over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const port = await freePort();
    const first = await start(port);
    const second = await start(port);
    expect(second.server.url()).toBe(first.server.url());
    expect(second.log.warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    await first.server.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await ask(port)).readUInt16BE(0)).toBe(0x0101);
  } finally {
    vi.useRealTimers();
  }
});

it('is not listed where only this machine reaches it', async () => {
  const log = { warn: vi.fn<(details: object, text: string) => void>(), info: vi.fn<() => void>() };
  const address = { host: HOST, port: await freePort(), url: null };
  const server = createStunServer({ address, mayAnswer: () => true, log: log as never });
  started.push(server);
  await server.start();
  expect(server.url()).toBeNull();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ host: HOST }, expect.stringContaining('STUN_HOST'));
});
