import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodeImage } from './image.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false });
const tooLarge = (megapixels: number) => ({
  code: 'TOO_LARGE',
  message: `This image is too large: at most ${megapixels} megapixels. Save it smaller and choose it again.`,
});

/** A GIF whose frames are black and white in turn. */
function gifOf(width: number, height: number, frames: number): Promise<Buffer> {
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  const bytes = width * height * 3;
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, frame) => Buffer.alloc(bytes, 255 * (frame % 2))));
  return sharp(pixels, { raw }).gif({ colours: 2, effort: 1 }).toBuffer();
}

const chunkOf = (name: string, bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([Buffer.from(name), length, bytes, Buffer.alloc(bytes.length % 2)]);
};

/** An animated WebP of noise, which has nothing to compress (WebP Container Specification, "Animation"). */
async function noisyWebp(edge: number, frames: number): Promise<Buffer> {
  const stills = await Promise.all(
    [randomBytes(edge * edge * 3), randomBytes(edge * edge * 3)].map(async (pixels) => {
      const webp = await sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
        .webp({ quality: 1, effort: 0 })
        .toBuffer();
      // After the header of the container: the chunk of the frame.
      return webp.subarray(12);
    }),
  );
  const sides = Buffer.alloc(6);
  sides.writeUIntLE(edge - 1, 0, 3);
  sides.writeUIntLE(edge - 1, 3, 3);
  const head = Buffer.concat([Buffer.alloc(6), sides, Buffer.from([40, 0, 0, 2])]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunkOf('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), sides])),
    chunkOf('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, (_, frame) =>
      chunkOf('ANMF', Buffer.concat([head, stills[frame % 2] ?? Buffer.alloc(0)])),
    ),
  ]);
  return chunkOf('RIFF', body);
}

/** Lets a GIF claim another size of its screen (GIF89a, section 18). */
function claimScreen(gif: Buffer, width: number, height: number): Buffer {
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
}

/** Lets a progressive JPEG claim another size (ITU-T T.81, B.2.2). */
function claimFrame(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

it('refuses a small file that claims many pixels, by what its format costs', async () => {
  const avif = await plain(4_001, 3_000).avif({ quality: 1, effort: 0 }).toBuffer();
  expect(avif.length).toBeLessThan(2_000);
  await expect(encodeImage(avif)).rejects.toMatchObject(tooLarge(12));
  await expect(encodeImage(await gifOf(1_500, 8_001, 1))).rejects.toMatchObject(tooLarge(12));
  const progressive = await plain(80, 50).jpeg({ progressive: true }).toBuffer();
  await expect(encodeImage(claimFrame(progressive, 8_001, 5_000))).rejects.toMatchObject(tooLarge(40));
});

it('counts the pixels of all frames', async () => {
  const gif = claimScreen(await gifOf(100, 100, 13), 1_000, 1_000);
  expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(13);
  await expect(encodeImage(gif)).rejects.toMatchObject(tooLarge(12));
  const shorter = claimScreen(await gifOf(100, 100, 2), 1_000, 1_000);
  expect(await encodeImage(shorter)).toMatchObject({ width: 1_000, height: 1_000 });
});

it.each([
  ['48 megapixels', 8_000, 6_000],
  ['108 megapixels', 12_000, 9_000],
])('takes a photo of a current camera, of which a JPEG is decoded at a smaller scale: %s', async (_what, ...edges) => {
  const photo = await plain(...edges)
    .toColourspace('b-w')
    .jpeg({ quality: 1 })
    .toBuffer();
  expect(await encodeImage(photo)).toMatchObject({ width: 2_364, height: 1_773 });
});

it.each([
  ['a screenshot of a long page', 1_080, 12_000, [1_080, 12_000]],
  ['one that is longer still', 1_080, 29_000, [610, 16_380]],
  ['a wide panorama', 12_000, 1_200, [10_800, 1_080]],
  ['a poster', 4_960, 3_508, [2_435, 1_722]],
  ['a line', 30_000, 1, [16_383, 1]],
] as const)('shows %s in a size in which it can be read', async (_what, width, height, shown) => {
  const encoded = await encodeImage(await plain(width, height).png({ compressionLevel: 1 }).toBuffer());
  expect([encoded.width, encoded.height]).toEqual(shown);
});

it('ends the work on an image that takes too long', async () => {
  const slow = await noisyWebp(1_000, 39);
  expect((await sharp(slow, { animated: true }).metadata()).pages).toBe(39);
  await expect(encodeImage(slow, { secondsMax: 1 })).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'This image takes too long to process. Choose a smaller one.',
  });
  // Nothing goes on behind the error.
  expect(sharp.counters()).toEqual({ queue: 0, process: 0 });
});
