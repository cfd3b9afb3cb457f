import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Response } from 'express';

/** Sends a stream as the body of a response; a client that disconnects early is not an error. */
export async function sendStream(res: Response, body: Readable): Promise<void> {
  try {
    await pipeline(body, res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && CLIENT_LEFT.has(error.code))) throw error;
  } finally {
    // To a response that is closed already, nothing is piped, and the source would remain open.
    body.destroy();
  }
}

const CLIENT_LEFT = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
