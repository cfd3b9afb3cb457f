import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, through `follow` when it is given; a client that disconnects early is not
 * an error. The stream is destroyed at the end in every case.
 */
export async function sendStream(
  res: Response,
  body: Readable,
  follow?: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<void> {
  try {
    await (follow ? pipeline(body, follow, res) : pipeline(body, res));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && CLIENT_LEFT.has(error.code))) throw error;
  } finally {
    // To a response that is closed already, nothing is piped, and the source would remain open.
    body.destroy();
  }
}

const CLIENT_LEFT = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
