import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import type { Ack } from '#shared/realtime/contract.ts';

/** The server's address and the Cookie header; Origin is the address unless given. */
export interface LiveParty {
  url: string;
  cookie: string;
  origin?: string;
  transports?: ('websocket' | 'polling')[];
  /** Presented by a page that connects again. */
  partyId?: string;
}

/** One frame a client received. */
interface Frame {
  name: string;
  payload: Record<string, unknown>;
}

/** One socket of a test; it records every frame it receives. */
export interface LiveClient {
  socket: Socket;
  /** Payload of the first push, `hello`. */
  hello: Record<string, unknown>;
  /** All frames since connect except `hello`, oldest first. */
  frames: Frame[];
  /** Emits and waits for the acknowledgement. */
  ask(name: string, ...args: unknown[]): Promise<Ack>;
  /** Returns the first frame of a name, including past ones; rejects after half a minute. */
  next(name: string): Promise<Record<string, unknown>>;
  /** Returns the reason when the socket is disconnected. */
  cut(): Promise<string>;
  close(): void;
}

/** How long a test waits for a push or an acknowledgement, in milliseconds; where all is well, it waits far less. */
const PATIENCE_MS = 30_000;

/** Connects one socket and waits for its hello. @throws the client's connect_error. */
export async function connectLiveClient({
  url,
  cookie,
  origin = url,
  transports = ['websocket'],
  partyId,
}: LiveParty): Promise<LiveClient> {
  const socket = io(url, {
    transports,
    forceNew: true,
    reconnection: false,
    ...(partyId !== undefined && { auth: { partyId } }),
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

/** Connects two sockets at once. */
export function connectTwoClients(first: LiveParty, second: LiveParty): Promise<[LiveClient, LiveClient]> {
  return Promise.all([connectLiveClient(first), connectLiveClient(second)]);
}

async function nextFrame(socket: Socket, frames: readonly Frame[], name: string): Promise<Record<string, unknown>> {
  const received = frames.find((frame) => frame.name === name);
  if (received) return received.payload;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [payload] = (await once(socket as unknown as NodeJS.EventEmitter, name, { signal })) as [
    Record<string, unknown>,
  ];
  return payload;
}
