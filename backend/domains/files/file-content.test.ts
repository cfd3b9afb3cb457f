import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../../db/seeds/documents.ts';
import { matchesEnding } from './file-content.ts';
import { kindOf } from './file-types.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-content-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ascii = (text: string) => Buffer.from(text, 'latin1');
const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), ascii(type), body]);
};
const movie = (brand: string, ...compatible: string[]) =>
  Buffer.concat([box('ftyp', ascii(brand), u32(0), ...compatible.map(ascii)), box('mdat', Buffer.alloc(64))]);

/** Frames of layer III, MPEG 1, 128 kbit/s at 44.1 kHz: 417 bytes each. */
const frames = (count: number) =>
  Buffer.concat(
    Array.from({ length: count }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
  );
const tag = (bytes: number) =>
  Buffer.concat([ascii('ID3\x04\0\0\0\0'), Buffer.from([bytes >> 7, bytes & 127]), Buffer.alloc(bytes)]);

const SECTOR = 512;
const END = 0xfffffffe;
/** A compound file whose directory has these streams, four in a sector, and this chain of sectors. */
function compound(streams: readonly string[], chain?: readonly number[]): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const sectors = Math.ceil(streams.length / 4);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let at = 1; at <= sectors; at += 1)
    table.writeUInt32LE(chain?.[at - 1] ?? (at === sectors ? END : at + 1), 4 * at);
  const entries = streams.map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    return entry;
  });
  const directory = Buffer.alloc(sectors * SECTOR);
  Buffer.concat(entries).copy(directory);
  return Buffer.concat([header, table, directory]);
}
// In the order in which Office writes them.
const ENCRYPTED = [
  'Root Entry',
  'DataSpaces',
  'Version',
  'DataSpaceMap',
  'Primary',
  'EncryptionInfo',
  'EncryptedPackage',
];
const PDF = makePdf([{ heading: 'Bees', lines: ['One line.'] }]);

const cases: [what: string, ending: string, bytes: Buffer, isAccepted: boolean][] = [
  ['a PDF', 'pdf', PDF, true],
  ['a PDF behind other bytes', 'pdf', Buffer.concat([ascii('\r\n\0garbage'.repeat(90)), PDF]), true],
  ['a PDF too far behind', 'pdf', Buffer.concat([Buffer.alloc(1_100, 32), PDF]), false],
  ['a page', 'pdf', ascii('<!doctype html><p>no PDF</p>'), false],
  ['a page with a PDF below it', 'pdf', Buffer.concat([ascii('<script>'), PDF]), false],
  ['nothing', 'pdf', Buffer.alloc(0), false],
  ...['3gp4', '3gp5', '3g2a', 'isom', 'mp42', 'M4A ', 'qt  ', 'dash', 'MSNV', 'XAVC'].flatMap((brand) =>
    ['mp4', 'm4a', 'mov', 'm4v'].map((ending): (typeof cases)[number] => [
      `brand ${brand}`,
      ending,
      movie(brand, 'isom', 'mp42'),
      true,
    ]),
  ),
  ['a movie without brands', 'mov', Buffer.concat([box('wide'), box('mdat', Buffer.alloc(20))]), true],
  ['a photo of a phone', 'mp4', movie('heic', 'mif1', 'heic'), false],
  ['an AVIF', 'mov', movie('avif', 'mif1', 'miaf'), false],
  ['no brand', 'mp4', Buffer.concat([u32(16), ascii('ftyp'), Buffer.from([1, 2, 3, 200]), u32(0)]), false],
  ['a truncated header', 'mp4', ascii('\0\0\0\x18ftyp'), false],
  ['a document with a password', 'docx', compound(ENCRYPTED), true],
  ['a table with a password', 'xlsx', compound(ENCRYPTED), true],
  ['slides with a password', 'pptx', compound(ENCRYPTED.toReversed()), true],
  ['a document of Word 97', 'docx', compound(['Root Entry', '1Table', 'WordDocument']), false],
  ['a directory in a circle', 'docx', compound(['Root Entry', 'a', 'b', 'c', 'd', 'e', 'f', 'g'], [2, 1]), false],
  ['a directory that leaves the file', 'docx', compound(['Root Entry', 'a', 'b', 'c'], [900]), false],
  ['a directory past all tables', 'docx', compound(['Root Entry', 'a', 'b', 'c'], [0xfffffff0]), false],
  ['a header alone', 'docx', compound([]).subarray(0, SECTOR), false],
  ['a compound file', 'pdf', compound(ENCRYPTED), false],
  ['a sound', 'mp3', frames(3), true],
  ['a sound behind other bytes', 'mp3', Buffer.concat([ascii('LAME padding'), Buffer.alloc(3_000), frames(3)]), true],
  ['a sound behind a tag and other bytes', 'mp3', Buffer.concat([tag(2_000), Buffer.alloc(700), frames(3)]), true],
  ['one frame by accident', 'mp3', Buffer.concat([Buffer.alloc(100), frames(1), Buffer.alloc(2_000)]), false],
  ['zeros', 'mp3', Buffer.alloc(5_000), false],
  ['a text', 'mp3', ascii('no sound \xff\xfb '.repeat(500)), false],
];

describe('the content of a file', () => {
  it.each(cases)('%s as .%s', async (what, ending, bytes, isAccepted) => {
    const kind = kindOf(`name.${ending}`, 'course-file');
    if (!kind) throw new Error(`.${ending} is not accepted`);
    expect(await matchesEnding(bytes, { kind, ending })).toBe(isAccepted);
    const path = join(folder, `${what}.${ending}`);
    writeFileSync(path, bytes);
    expect(await matchesEnding({ path }, { kind, ending })).toBe(isAccepted);
  });

  it('ends a directory that is larger than that of any document', async () => {
    const streams = [...Array.from({ length: 200 }, (_, at) => `s${at}`), 'EncryptedPackage'];
    const kind = kindOf('name.docx', 'course-file');
    expect(kind && (await matchesEnding(compound(streams), { kind, ending: 'docx' }))).toBe(false);
  });
});
