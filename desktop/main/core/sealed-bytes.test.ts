import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createKey } from './encryption.ts';
import { createOpener, createSealer, SEAL_PREFIX_BYTES, sealedRange, sealedSize } from './sealed-bytes.ts';

const PIECE = 64 * 1_024;
const KEY = createKey();
const seal = (content: Buffer): Promise<Buffer> =>
  // In chunks that are no pieces.
  buffer(Readable.from(chunksOf(content, 10_007)).pipe(createSealer(KEY)));

function* chunksOf(content: Buffer, bytes: number): Generator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

/** A part of a content of this size, both ends included. */
interface Part {
  size: number;
  start: number;
  end: number;
  key?: string;
}

function open(sealed: Buffer, { size, key = KEY, ...part }: Part): Promise<Buffer> {
  const { start, end } = sealedRange(part, size);
  const opener = createOpener(key, sealed.subarray(0, SEAL_PREFIX_BYTES), part);
  return buffer(Readable.from(chunksOf(sealed.subarray(start, end + 1), 12_345)).pipe(opener));
}

it.each([1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 17])(
  'a content of %i bytes and its parts',
  async (size) => {
    const content = randomBytes(size);
    const sealed = await seal(content);
    expect(sealed).toHaveLength(sealedSize(size));
    for (const start of [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5].filter((at) => at < size))
      for (const end of [start, start + 1, PIECE - 1, PIECE, size - 1].filter((at) => at >= start && at < size)) {
        const part = await open(sealed, { size, start, end });
        expect([start, end, part.equals(content.subarray(start, end + 1))]).toEqual([start, end, true]);
      }
  },
);

it('an empty content is its prefix', async () => {
  expect(await seal(Buffer.alloc(0))).toHaveLength(sealedSize(0));
});

it('opens nothing that was changed, moved, or sealed with another key', async () => {
  const size = 2 * PIECE;
  const sealed = await seal(randomBytes(size));
  const whole = { size, start: 0, end: size - 1 };
  await expect(open(sealed, { ...whole, key: createKey() })).rejects.toThrow();
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
  await expect(open(changed, whole)).rejects.toThrow();
  const [head, first, second] = [
    sealed.subarray(0, SEAL_PREFIX_BYTES),
    sealed.subarray(SEAL_PREFIX_BYTES, SEAL_PREFIX_BYTES + PIECE + 16),
    sealed.subarray(SEAL_PREFIX_BYTES + PIECE + 16),
  ];
  await expect(open(Buffer.concat([head, second, first]), whole)).rejects.toThrow();
});
