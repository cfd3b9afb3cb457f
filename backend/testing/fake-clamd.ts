import { createServer, type Server } from 'node:net';
import { EICAR } from '../gateways/scanner-check.ts';

/** A daemon that speaks INSTREAM and finds {@link EICAR}. */
export interface FakeClamd {
  /** Bytes of each scanned file, in order. */
  seen: Buffer[];
  close(): Promise<void>;
}

/**
 * Starts the daemon on a local socket or a port. `response` is its response for every file; with `maxBytes` it closes
 * the connection on larger ones.
 */
export async function startFakeClamd(
  at: string | number,
  { response, maxBytes = Infinity, host = '127.0.0.1' }: { response?: string; maxBytes?: number; host?: string } = {},
): Promise<FakeClamd> {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (received.toString() === 'zPING\0') return void socket.end('PONG\0');
      const bytes = wholeOf(received);
      if (!bytes) return;
      seen.push(bytes);
      socket.end(`${response ?? (bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')}\0`);
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(typeof at === 'string' ? { path: at } : { port: at, host }, resolve),
  );
  return { seen, close: () => closeServer(server) };
}

/** Returns the file of a complete request, or null before its last frame. */
function wholeOf(request: Buffer): Buffer | null {
  const frames: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= request.length;) {
    const length = request.readUInt32BE(at);
    if (length === 0) return Buffer.concat(frames);
    frames.push(request.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
