import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import type { ATTACHMENT_ENDINGS, IMAGE_ENDINGS } from '#shared/api/files.ts';
import { makePdf } from '../db/seeds/documents.ts';

/** Every extension that can be handed out or sent as a file. */
type Ending = (typeof ATTACHMENT_ENDINGS)[number] | (typeof IMAGE_ENDINGS)[number];

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((b) => b & 255));
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** A ZIP of texts; the first entry is stored without compression, as EPUB and OpenDocument ask for their type. */
async function zipOf(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [at, [path, text]] of Object.entries(entries).entries())
    zip.addBuffer(Buffer.from(text), path, { compress: at > 0 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A document of Office Open XML (ECMA-376, part 2) with one part. */
const officeOf = (part: string, type: string): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      `<Override PartName="/${part}" ContentType="${OPEN_XML}.${type}.main+xml"/></Types>`,
    '_rels/.rels': '<?xml version="1.0"?><Relationships/>',
    [part]: '<?xml version="1.0"?><document/>',
  });

/** A document of OpenDocument 1.2, part 3. */
const openDocumentOf = (type: string): Promise<Buffer> =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<office:document-content/>' });

/** A compound file ([MS-CFB]) of one table of sectors and an empty directory with one stream. */
function compoundOf(stream: string): Buffer {
  const [header, table, directory] = [Buffer.alloc(512), Buffer.alloc(512, 0xff), Buffer.alloc(512)];
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  for (const [at, name] of ['Root Entry', stream].entries()) {
    directory.write(name, 128 * at, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, 128 * at + 64);
  }
  return Buffer.concat([header, table, directory]);
}

/** A file of ISO/IEC 14496-12: its brands and some data. */
function boxesOf(brand: string, ...compatible: string[]): Buffer {
  const box = (type: string, content: Buffer): Buffer => Buffer.concat([u32(content.length + 8), ascii(type), content]);
  const brands = Buffer.concat([ascii(brand), u32(0), ...compatible.map(ascii)]);
  return Buffer.concat([box('ftyp', brands), box('mdat', Buffer.alloc(64))]);
}

/** One page of Ogg (RFC 3533) that begins with the header of a codec. */
const oggOf = (header: Buffer): Buffer =>
  Buffer.concat([ascii('OggS\0\x02'), Buffer.alloc(20), Buffer.from([1, header.length]), header]);
const opus = oggOf(Buffer.concat([ascii('OpusHead\x01\x01'), Buffer.alloc(9)]));

/** A quarter of a second of silence: 8 bits, one channel, 8 kHz. */
function wav(): Buffer {
  const bytes = Buffer.concat([
    ascii('RIFF\0\0\0\0WAVEfmt '),
    Buffer.alloc(20),
    ascii('data\0\0\0\0'),
    Buffer.alloc(2_000, 128),
  ]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1].entries()) bytes.writeUInt16LE(value, 20 + 2 * at);
  for (const [at, value] of [8_000, 8_000].entries()) bytes.writeUInt32LE(value, 24 + 4 * at);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.writeUInt32LE(2_000, 40);
  return bytes;
}

/** An archive (POSIX, "ustar Interchange Format") of one text. */
function tar(): Buffer {
  const header = Buffer.alloc(512);
  header.write('notes.txt');
  header.write('0000644\0', 100);
  header.write('00000000005\0', 124);
  header.write('        ', 148);
  header.write('0ustar\x0000', 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.concat([ascii('notes'), Buffer.alloc(507)]), Buffer.alloc(1_024)]);
}

/** Two frames of layer III: MPEG 1, 128 kbit/s at 44.1 kHz. */
const mp3 = Buffer.concat([0, 1].map(() => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])));
/** The header of a Matroska file of the type webm (RFC 8794) and an empty segment. */
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex'),
  Buffer.from('1853806780', 'hex'),
]);
/** A FLAC of one block of metadata (RFC 9639, section 8.2). */
const flac = Buffer.concat([ascii('fLaC'), Buffer.from([0x80, 0, 0, 34]), Buffer.alloc(34)]);
/** An archive without files: the header, and nothing behind it. */
const sevenZip = Buffer.concat([Buffer.from('377abcaf271c00048d9bd50f', 'hex'), Buffer.alloc(20)]);

/** Makes one small file of every accepted extension, each by the rules of its format. */
export async function makeSmallFiles(): Promise<Record<Ending, Buffer>> {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });
  const jpeg = await image
    .clone()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ana' } })
    .toBuffer();
  return {
    jpg: jpeg,
    jpeg,
    png: await image.clone().png().toBuffer(),
    webp: await image.clone().webp().toBuffer(),
    gif: await image.clone().gif().toBuffer(),
    avif: await image.clone().avif({ effort: 0 }).toBuffer(),
    heic: boxesOf('heic', 'mif1', 'heic'),
    heif: boxesOf('mif1', 'mif1', 'heic'),
    pdf: makePdf([{ heading: 'Bees', lines: ['One line.'] }]),
    docx: await officeOf('word/document.xml', 'wordprocessingml.document'),
    xlsx: await officeOf('xl/workbook.xml', 'spreadsheetml.sheet'),
    pptx: await officeOf('ppt/presentation.xml', 'presentationml.presentation'),
    odt: await openDocumentOf('text'),
    ods: await openDocumentOf('spreadsheet'),
    odp: await openDocumentOf('presentation'),
    doc: compoundOf('WordDocument'),
    xls: compoundOf('Workbook'),
    ppt: compoundOf('PowerPoint Document'),
    rtf: ascii('{\\rtf1\\ansi Bees are insects.}'),
    epub: await zipOf({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }),
    txt: Buffer.from('\ufeffGrüße, Bienen!\r\n'),
    md: Buffer.from('# Bees\n\nThey *fly*.\n'),
    csv: Buffer.from('name;legs\r\nBiene;6\r\n', 'latin1'),
    tsv: Buffer.from('name\tlegs\nbee\t6\n'),
    json: Buffer.from('{ "bee": 6 }'),
    tex: Buffer.from('\\documentclass{article}\\begin{document}Bees\\end{document}\n'),
    bib: Buffer.from('@book{bees, title={Bees}, year={1901}}\n'),
    srt: Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\nBees.\r\n'),
    vtt: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nBees.\n'),
    mp3,
    m4a: boxesOf('M4A ', 'M4A ', 'mp42'),
    ogg: oggOf(Buffer.concat([ascii('\x01vorbis'), Buffer.alloc(23)])),
    oga: opus,
    opus,
    wav: wav(),
    flac,
    mp4: boxesOf('isom', 'isom', 'mp42'),
    m4v: boxesOf('M4V ', 'M4V ', 'mp42'),
    webm,
    mov: boxesOf('qt  ', 'qt  '),
    zip: await zipOf({ 'notes.txt': 'Bees.' }),
    '7z': sevenZip,
    gz: gzipSync('Bees.'),
    tar: tar(),
  };
}
