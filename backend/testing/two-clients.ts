import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import type { Ack } from '#shared/realtime/contract.ts';

/** Who connects: the server's address and the Cookie header; Origin is the address unless given. */
export interface LiveParty {
  url: string;
  cookie: string;
  origin?: string;
  transports?: ('websocket' | 'polling')[];
}

/** One frame a client received. */
export interface Frame {
  name: string;
  payload: Record<string, unknown>;
}

/** One socket of a test, which records all that it hears. */
export interface LiveClient {
  socket: Socket;
  /** What the server said first. */
  hello: Record<string, unknown>;
  /** Every frame since connect but hello, oldest first. */
  frames: Frame[];
  /** Emits and waits for the acknowledgement. */
  ask(name: string, ...args: unknown[]): Promise<Ack>;
  /** Answers the first frame of a name, also one that has come already; rejects after two seconds. */
  next(name: string): Promise<Record<string, unknown>>;
  /** Answers the reason when the socket is cut. */
  cut(): Promise<string>;
  close(): void;
}

/** How long a test waits for what should come at once, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Connects one socket and waits for its hello. @throws the client's connect_error. */
export async function connectLiveClient({
  url,
  cookie,
  origin = url,
  transports = ['websocket'],
}: LiveParty): Promise<LiveClient> {
  const socket = io(url, {
    transports,
    forceNew: true,
    reconnection: false,
    extraHeaders: { Cookie: cookie, Origin: origin },
  });
  const frames: Frame[] = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    if (name !== 'hello') frames.push({ name, payload });
  });
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  const hello = await new Promise<Record<string, unknown>>((resolve, reject) => {
    socket.once('hello', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    socket,
    hello,
    frames,
    ask: (name, ...args) => socket.timeout(PATIENCE_MS).emitWithAck(name, ...args) as Promise<Ack>,
    next: (name) => nextFrame(socket, frames, name),
    cut: () => ended,
    close: () => socket.close(),
  };
}

/** Connects two people at once. */
export function connectTwoClients(first: LiveParty, second: LiveParty): Promise<[LiveClient, LiveClient]> {
  return Promise.all([connectLiveClient(first), connectLiveClient(second)]);
}

async function nextFrame(socket: Socket, frames: readonly Frame[], name: string): Promise<Record<string, unknown>> {
  const heard = frames.find((frame) => frame.name === name);
  if (heard) return heard.payload;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [payload] = (await once(socket as unknown as NodeJS.EventEmitter, name, { signal })) as [
    Record<string, unknown>,
  ];
  return payload;
}
