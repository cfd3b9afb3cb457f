import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A live connection without a client library, at about a fifth of its cost, so that the load does not measure itself.
 */
export interface RawSocket {
  /** Sends an intent without waiting for its acknowledgement. */
  emit(name: string, payload: unknown): void;
  close(): void;
}

/**
 * Owner of the connection, and the listener for its pushes with the monotonic time of their arrival. `path` is
 * Socket.IO's unless given.
 */
export interface RawSocketSettings {
  port: number;
  cookie: string;
  origin: string;
  onPush: (name: string, payload: Record<string, unknown>, atMs: number) => void;
  path?: string;
  /** Source address; one address has too few ports for thousands of connections. */
  localAddress?: string;
}

/** Packets of Engine.IO (open, ping) and Socket.IO (connect, event). */
const PACKETS = { open: '0', ping: '2', pong: '3', connect: '40', event: '42' } as const;

/** Opens a connection. Resolves at its first push, `hello`; rejects when it is refused. */
export function openRawSocket({
  port,
  cookie,
  origin,
  onPush,
  path = '/socket.io/?EIO=4&transport=websocket',
  localAddress,
}: RawSocketSettings): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
    });
    const raw: RawSocket = {
      emit: (name, payload) => send(socket, PACKETS.event + JSON.stringify([name, payload])),
      close: () => socket.destroy(),
    };
    const onText = (text: string, atMs: number): void => {
      if (text.startsWith(PACKETS.event)) {
        const [name, payload] = JSON.parse(text.slice(2)) as [string, Record<string, unknown>];
        if (name === 'hello') resolve(raw);
        else onPush(name, payload, atMs);
      } else if (text === PACKETS.ping) send(socket, PACKETS.pong);
      else if (text.startsWith(PACKETS.open)) send(socket, PACKETS.connect);
    };
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a link of the bench was closed')));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nCookie: ` +
        `${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    readFrames(socket, onText);
  });
}

/** Parses a server's frame, which is not masked; the bench's are short enough for one (RFC 6455, section 5.2). */
function readFrames(socket: Socket, onText: (text: string, atMs: number) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('data', (chunk: Buffer) => {
    const atMs = performance.now();
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!rest.toString('latin1', 0, 12).endsWith('101')) return void socket.destroy();
      isUpgraded = true;
      rest = rest.subarray(end + 4);
    }
    while (rest.length >= 2) {
      const short = (rest[1] ?? 0) & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < head) return;
      const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < head + length) return;
      if (((rest[0] ?? 0) & 0x0f) === 1) onText(rest.toString('utf8', head, head + length), atMs);
      rest = rest.subarray(head + length);
    }
  });
}

/** Sends an ASCII text of less than 64 kB with a mask of zeros. */
function send(socket: Socket, text: string): void {
  const { length } = text;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  socket.write(Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), Buffer.from(text)]));
}
