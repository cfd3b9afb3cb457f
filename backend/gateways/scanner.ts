import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SECOND_MS } from '#shared/time.ts';

/** Bytes to scan: in memory, of a file, or as they come. */
type ScanSource = Buffer | { path: string } | AsyncIterable<Buffer>;

/** Scans files for malware. */
export interface Scanner {
  /** Returns the name of the malware, or null for a clean file. @throws {ScannerAwayError} when it cannot scan. */
  scan(source: ScanSource): Promise<string | null>;
}

/** Thrown when the configured scanner is unreachable or returns no verdict. */
export class ScannerAwayError extends Error {
  override readonly name = 'ScannerAwayError';
}

/** How long the daemon may send nothing, in milliseconds. */
const SILENCE_MS = 60 * SECOND_MS;
const CHUNK_BYTES = 256 * 1024;

/**
 * Creates the scanner of a ClamAV daemon at `unix:/path` or `tcp://host:port`; null without an address. It sends
 * INSTREAM: frames of a length in four bytes and the bytes, ended by an empty frame. Source: clamd(8).
 */
export function createScanner(address: string | undefined): Scanner | null {
  if (address === undefined) return null;
  return {
    async scan(source) {
      const socket = connectTo(address);
      try {
        return verdictOf(await ask(socket, source));
      } catch (error) {
        throw error instanceof ScannerAwayError
          ? error
          : new ScannerAwayError('the scanner cannot be reached', { cause: error });
      } finally {
        socket.destroy();
      }
    },
  };
}

/** Asks a ClamAV daemon whether it responds. Rejects when it cannot be reached or responds with something else. */
export async function pingScanner(address: string): Promise<void> {
  const socket = connectTo(address);
  try {
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the scanner timed out')));
    socket.write('zPING\0');
    const response = await text(socket);
    if (!response.startsWith('PONG')) throw new ScannerAwayError(`the scanner returned: ${response.slice(0, 200)}`);
  } finally {
    socket.destroy();
  }
}

function connectTo(address: string): Socket {
  return address.startsWith('unix:') ? connect(address.slice(5)) : connectTcp(new URL(address));
}

function connectTcp({ hostname, port }: URL): Socket {
  return connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
}

async function ask(socket: Socket, source: ScanSource): Promise<string> {
  const ended = new AbortController();
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the scanner timed out')));
  socket.once('close', () => ended.abort());
  const response = text(socket);
  // It is awaited below; a daemon may close the connection during the upload.
  response.catch(() => undefined);
  await once(socket, 'connect');
  try {
    for await (const frame of framesOf(source)) {
      if (!socket.write(frame)) await once(socket, 'drain', { signal: ended.signal });
      if (ended.signal.aborted) break;
    }
  } catch (error) {
    // The response of a daemon before it disconnects, e.g. about its size limit, is used.
    if (!ended.signal.aborted) throw error;
  }
  return response;
}

async function* framesOf(source: ScanSource): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  const chunks: AsyncIterable<Buffer> | Iterable<Buffer> = Buffer.isBuffer(source)
    ? [source]
    : 'path' in source
      ? createReadStream(source.path, { highWaterMark: CHUNK_BYTES })
      : source;
  for await (const chunk of chunks) if (chunk.length > 0) yield Buffer.concat([lengthOf(chunk), chunk]);
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function verdictOf(response: string): string | null {
  const verdict = response.replace(/\0[^]*$/, '').trim();
  if (verdict === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1];
  if (found === undefined) throw new ScannerAwayError(`the scanner returned: ${verdict.slice(0, 200)}`);
  return found;
}
