import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Files that are sealed in pieces, so that a part of one can be read: AES-256-GCM (NIST SP 800-38D) for each piece of
 * 64 KiB, whose 96-bit nonce is the file's random prefix and the number of the piece. A shortened file is found by its
 * size, which the caller compares.
 */
const ALGORITHM = 'aes-256-gcm';
const PIECE_BYTES = 64 * 1024;
const PREFIX_BYTES = 8;
const TAG_BYTES = 16;

/** Part of a file: both ends are included. */
interface Range {
  start: number;
  end: number;
}

/** Returns the size of a sealed file, in bytes, by the size of its content. */
export function sealedSize(size: number): number {
  return PREFIX_BYTES + size + Math.ceil(size / PIECE_BYTES) * TAG_BYTES;
}

/** Returns the bytes of a sealed file, without its prefix, that contain a part of the content. */
export function sealedRange({ start, end }: Range, size: number): Range {
  const piece = PIECE_BYTES + TAG_BYTES;
  const first = Math.floor(start / PIECE_BYTES);
  const last = Math.floor(end / PIECE_BYTES);
  return {
    start: PREFIX_BYTES + first * piece,
    end: Math.min(PREFIX_BYTES + (last + 1) * piece, sealedSize(size)) - 1,
  };
}

/** Bytes at the start of a sealed file, from which the nonces of its pieces are made. */
export const SEAL_PREFIX_BYTES = PREFIX_BYTES;

/** Creates a stream that seals a content with a key (256 bits in base64). */
export function createSealer(key: string): Transform {
  const prefix = randomBytes(PREFIX_BYTES);
  let number = 0;
  const seal = (piece: Buffer): Buffer => {
    const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonceOf(prefix, number));
    number += 1;
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = inPieces(PIECE_BYTES, seal);
  stream.push(prefix);
  return stream;
}

/**
 * Creates a stream that opens the bytes of {@link sealedRange} and returns the part. It fails when they are damaged or
 * were sealed with another key.
 */
export function createOpener(key: string, prefix: Buffer, { start, end }: Range): Transform {
  let number = Math.floor(start / PIECE_BYTES);
  const open = (piece: Buffer): Buffer => {
    const offset = number * PIECE_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonceOf(prefix, number), options);
    number += 1;
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    const opened = Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
    return opened.subarray(Math.max(0, start - offset), end + 1 - offset);
  };
  return inPieces(PIECE_BYTES + TAG_BYTES, open);
}

function nonceOf(prefix: Buffer, number: number): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 4);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  return nonce;
}

/** Creates a stream that changes its bytes in pieces of one size; the last one is shorter. */
function inPieces(bytes: number, change: (piece: Buffer) => Buffer): Transform {
  let rest: Buffer = Buffer.alloc(0);
  const attempt = (done: TransformCallback, work: () => void): void => {
    try {
      work();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      attempt(done, () => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        let at = 0;
        for (; rest.length - at >= bytes; at += bytes) this.push(change(rest.subarray(at, at + bytes)));
        rest = rest.subarray(at);
      });
    },
    flush(done) {
      attempt(done, () => {
        if (rest.length > 0) this.push(change(rest));
      });
    },
  });
}
