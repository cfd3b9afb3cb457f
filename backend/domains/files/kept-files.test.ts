import { randomUUID } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_PURPOSES, IMAGE_ENDINGS, KEPT_PURPOSES } from '#shared/api/files.ts';
import { buildConnection, buildCourse } from '../../testing/builders.ts';
import { makeSmallFiles } from '../../testing/small-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

let app: TestApp;
let author: TestClient;
let reader: TestClient;
let courseId: string;

beforeAll(async () => {
  app = await createTestApp();
  [author, reader] = [app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await reader.signUp('student');
  await buildConnection(app.em(), { userId: idOf(author), connectedUserId: idOf(reader), status: 'accepted' });
  courseId = (await buildCourse(app.em(), { userId: idOf(author), price: 0 })).id;
  await reader.post(`/api/courses/${courseId}/enroll`, { body: {} });
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const files = await makeSmallFiles();
const images: readonly string[] = IMAGE_ENDINGS;

/** What the reader gets from an address. */
async function read(path: string) {
  const response = await fetch(app.url + path, { headers: { cookie: reader.cookie } });
  expect([path, response.status]).toEqual([path, 200]);
  const disposition = response.headers.get('content-disposition') ?? '';
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    name: decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(disposition)?.[1] ?? ''),
    isInline: disposition.startsWith('inline;'),
    type: response.headers.get('content-type'),
  };
}

/** Adds a file to the item, and returns the addresses that show and save it. */
async function handOut(bytes: Buffer, name: string) {
  const { body } = await uploadBySession(author, bytes, { name, purpose: 'course-file' });
  const added = await author.post(`/api/courses/${courseId}/files`, {
    body: { uploadId: body['fileId'], title: name, isPreview: false },
  });
  expect([added.status, added.body]).toMatchObject([201, { name, size: bytes.length }]);
  const url = `/api/courses/${courseId}/files/${String(added.body['id'])}`;
  return { shown: url, saved: `${url}/download` };
}

/** Sends a file in a message, and returns the addresses that show and save it. */
async function send(bytes: Buffer, name: string) {
  const { body } = await uploadBySession(author, bytes, { name, purpose: 'message-file' });
  const sent = await author.post('/api/messages', {
    body: { receiverId: idOf(reader), clientId: randomUUID(), fileId: body['fileId'] },
  });
  expect(sent.body).toMatchObject({ fileName: name, fileSize: bytes.length, fileWidth: null });
  const url = String(sent.body['fileUrl']);
  return { shown: `${url}/preview`, saved: `${url}?download=1` };
}

const WAYS = { 'a file of a course': handOut, 'a file of a message': send };

describe.each(Object.entries(WAYS))('%s', (_what, hand) => {
  it.each(Object.entries(files))('arrives as it was sent: .%s', async (ending, bytes) => {
    for (const name of [`Blatt 3 – Übung (neu).v2.${ending}`, `می‌خواهم.${ending.toUpperCase()}`]) {
      const { shown, saved } = await hand(bytes, name);
      const copy = await read(saved);
      expect([copy.name, copy.bytes.equals(bytes), copy.isInline]).toEqual([name, true, false]);
      if (!images.includes(ending)) continue;
      const picture = await read(shown);
      expect(picture).toMatchObject({ type: 'image/webp', isInline: true, name: name.replace(/\.\w+$/, '.webp') });
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
    }
  });

  it('is a file also when no picture of it can be made', async () => {
    const poster = await sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: '#888' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const half = files.png.subarray(0, files.png.length - 30);
    for (const bytes of [poster, half]) {
      const { saved } = await hand(bytes, 'poster.png');
      expect(await read(saved)).toMatchObject({ bytes, name: 'poster.png', type: 'application/octet-stream' });
    }
  });
});

describe.each(['heic', 'heif'] as const)('a photo in %s', (ending) => {
  it.each(FILE_PURPOSES.filter((purpose) => !KEPT_PURPOSES.includes(purpose)))(
    'is refused with what to do, where it would be shown: %s',
    async (purpose) => {
      const { status, body } = await uploadBySession(author, files[ending], { name: `IMG_2.${ending}`, purpose });
      expect([status, body['code']]).toEqual([415, 'BAD_TYPE']);
      expect(body['message']).toMatch(/Save the photo as JPEG and choose it again/);
    },
  );
});

/** A photo that lies on its side, of which the left half is `#b43c28` when it is upright, in the colours of a phone. */
async function photoOf(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const half = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#b43c28' } })
    .png()
    .toBuffer();
  const upright: Sharp = sharp({ create: { width: 120, height: 80, channels: 3, background: '#1e8c50' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
  // Orientation 6: what is stored has to be turned by 90 degrees to the right. AVIF has an item for it instead, which
  // cameras do not write (ISO/IEC 23000-22, 7.3.5).
  const isTurned = format !== 'avif';
  return sharp(await upright.png().toBuffer())
    .rotate(isTurned ? 270 : 0)
    .toFormat(format, { quality: 100 })
    .withExif({
      IFD0: { Artist: 'SECRET-NAME' },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'SECRET-PLACE' },
    })
    .withIccProfile('p3')
    .withMetadata({ icc: 'p3', ...(isTurned && { orientation: 6 }) })
    .toBuffer();
}

async function expectClean(bytes: Buffer): Promise<void> {
  const { format, width, height, exif, icc, iptc, xmp, orientation } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 120, height: 80 });
  expect([exif, icc, iptc, xmp, orientation]).toEqual(Array(5).fill(undefined));
  expect(bytes.includes('SECRET')).toBe(false);
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(3 * (120 * y + x), 3 * (120 * y + x) + 3)];
  for (const [x, colour] of [
    [20, [0xb4, 0x3c, 0x28]],
    [100, [0x1e, 0x8c, 0x50]],
  ] as const) {
    const off = at(x, 40).map((value, channel) => Math.abs(value - (colour[channel] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(8);
  }
}

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('what is shown of a %s of a phone', (format) => {
  it.each(FILE_PURPOSES)('has no metadata, is upright and in sRGB: %s', async (purpose) => {
    const bytes = await photoOf(format);
    const { exif, icc, orientation } = await sharp(bytes).metadata();
    expect([exif?.includes('SECRET-PLACE'), icc === undefined, orientation]).toEqual([
      true,
      false,
      format === 'avif' ? undefined : 6,
    ]);
    const { body } = await uploadBySession(author, bytes, { name: `IMG_1.${format}`, purpose });
    const isKept = KEPT_PURPOSES.includes(purpose);
    const get = async (url: unknown) =>
      Buffer.from(await (await fetch(app.url + String(url), { headers: { cookie: author.cookie } })).arrayBuffer());
    if (isKept) expect((await get(body['url'])).equals(bytes)).toBe(true);
    expect(body['name']).toBe(isKept ? `IMG_1.${format}` : 'IMG_1.webp');
    await expectClean(await get(isKept ? body['previewUrl'] : body['url']));
  });
});
