import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { IMAGE_ENDINGS, type FilePurpose } from '#shared/api/files.ts';
import { ZipFile } from 'yazl';
import type { ErrorCode } from '#shared/errors.ts';

/**
 * Expected result for a file: refused with a code, or stored with a type and a name. Bytes are unchanged; an image is
 * re-encoded and contains none of the texts of `without`.
 */
type Expectation =
  | { refused: ErrorCode }
  | { type: string; name: string; isSame: boolean; without?: readonly string[] };

/** A hostile file as it is sent. */
export interface HostileFile {
  what: string;
  name: string;
  /** Type that the client claims; the server must ignore it. */
  claimed: string;
  bytes: Buffer;
  expected: Expectation;
}

const SCRIPT = '<script>alert(document.cookie)</script>';
const HTML = Buffer.from(`<!doctype html><title>x</title>${SCRIPT}`);
const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`);
const EXE = Buffer.concat([
  Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'),
  Buffer.alloc(200),
  Buffer.from('This program cannot be run in DOS mode'),
]);
const ELF = Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001\u0000', 'latin1'), Buffer.alloc(200)]);

/** A small PDF. */
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const CLEAN_TEXT = Buffer.from('Homework: exercises 3 to 7.\n');
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const WEBP = { type: 'image/webp', isSame: false } as const;
const BAD: Expectation = { refused: 'BAD_TYPE' };

const image = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
const png = () => image().png().toBuffer();

function zipOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

function wordOf(contentType: string, more: Record<string, Buffer> = {}): Promise<Buffer> {
  const types =
    `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ` + `ContentType="${contentType}"/></Types>`;
  return zipOf({
    '[Content_Types].xml': Buffer.from(types),
    'word/document.xml': Buffer.from('<w:document/>'),
    ...more,
  });
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const blackOf = (width: number, height: number) => deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));

/** A PNG of one bit a pixel with any chunks before its pixels, whose rows are all black. */
function pngOf(
  width: number,
  height: number,
  { extra = [], pixels = blackOf(width, height) }: { extra?: Buffer[]; pixels?: Buffer } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', head),
    ...extra,
    chunkOf('IDAT', pixels),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function gifOf({
  width,
  height,
  frames = 1,
  comment = '',
}: {
  width: number;
  height: number;
  frames?: number;
  comment?: string;
}): Buffer {
  const screen = Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const note = comment
    ? Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])])
    : Buffer.alloc(0);
  const size = frames > 1 ? [1, 0, 1, 0] : [width & 255, width >> 8, height & 255, height >> 8];
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    note,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

/** A WebP with a canvas size and no image. */
function webpOf(width: number, height: number): Buffer {
  const body = Buffer.alloc(26);
  body.write('WEBPVP8X', 0, 'latin1');
  body.writeUInt32LE(10, 8);
  body.writeUIntLE(width - 1, 16, 3);
  body.writeUIntLE(height - 1, 19, 3);
  return Buffer.concat([Buffer.from('RIFF'), Buffer.from([body.length, 0, 0, 0]), body]);
}

/** A JPEG whose header claims another size. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const bytes = await image().jpeg().toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

async function photoOf(): Promise<Buffer> {
  return image(300, 200)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'SECRET-NAME' },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'SECRET-PLACE' },
    })
    .toBuffer();
}

function jpegWithNote(jpeg: Buffer, note: string): Buffer {
  const marker = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, Buffer.from(note), jpeg.subarray(2)]);
}

const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.from([0, 0, 0, 8 + HTML.length]),
  Buffer.from('free'),
  HTML,
]);
const mp3 = Buffer.concat([
  Buffer.from('ID3\u0003\u0000\u0000\u0000\u0000\u0000', 'latin1'),
  Buffer.from([HTML.length]),
  HTML,
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(600),
]);

type Line = [what: string, name: string, claimed: string, bytes: Buffer, expected: Expectation];

/** Files of another type than they claim. */
async function lies(): Promise<Line[]> {
  return [
    ['a program called PDF', 'essay.pdf', 'application/pdf', EXE, BAD],
    ['a program', 'setup.exe', 'application/octet-stream', EXE, BAD],
    ['a program named as an image', 'cat.jpg', 'image/jpeg', EXE, BAD],
    ['a program called text', 'notes.txt', 'text/plain', EXE, BAD],
    ['a Linux program called ZIP', 'work.zip', 'application/zip', ELF, BAD],
    ['HTML called PNG', 'x.png', 'image/png', HTML, BAD],
    ['HTML called PDF', 'x.pdf', 'application/pdf', HTML, BAD],
    ['HTML with a PDF below it', 'x.pdf', 'application/pdf', Buffer.concat([HTML, PDF]), BAD],
    ['HTML called Word', 'x.docx', `${OPEN_XML}.wordprocessingml.document`, HTML, BAD],
    ['HTML called film', 'x.mp4', 'video/mp4', HTML, BAD],
    ['HTML in UTF-16 called text', 'x.txt', 'text/plain', Buffer.from(`\ufeff${String(HTML)}`, 'utf16le'), BAD],
    ['SVG called PNG', 'x.png', 'image/png', SVG, BAD],
    [
      'SVG with a declaration, called GIF',
      'x.gif',
      'image/gif',
      Buffer.concat([Buffer.from('<?xml version="1.0"?>'), SVG]),
      BAD,
    ],
    ['compressed SVG called PNG', 'x.png', 'image/png', gzipSync(SVG), BAD],
    ['a PDF called PNG', 'x.png', 'image/png', PDF, BAD],
    ['a JPEG called ZIP', 'x.zip', 'application/zip', await image().jpeg().toBuffer(), BAD],
    ['a PNG called PDF', 'x.pdf', 'application/pdf', await png(), BAD],
    ['a ZIP called Word', 'x.docx', `${OPEN_XML}.wordprocessingml.document`, await zipOf({ 'a.txt': CLEAN_TEXT }), BAD],
    [
      'a Word file with macros, called one without',
      'x.docx',
      `${OPEN_XML}.wordprocessingml.document`,
      await wordOf('application/vnd.ms-word.document.macroEnabled.main+xml', { 'word/vbaProject.bin': EXE }),
      BAD,
    ],
    [
      'a spreadsheet called Word',
      'x.docx',
      `${OPEN_XML}.wordprocessingml.document`,
      await wordOf(`${OPEN_XML}.spreadsheetml.sheet.main+xml`),
      BAD,
    ],
    ['text with a NUL', 'x.csv', 'text/csv', Buffer.from('a,b\n1\0,2\n'), BAD],
    ['a magic number and nothing else', 'x.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex'), BAD],
    [
      'a PDF that claims to be HTML',
      'x.pdf',
      'text/html',
      PDF,
      { type: 'application/pdf', name: 'x.pdf', isSame: true },
    ],
    ['text that claims to be HTML', 'x.txt', 'text/html', HTML, { type: 'text/plain', name: 'x.txt', isSame: true }],
    ['a PNG that claims to be SVG', 'x.png', 'image/svg+xml', await png(), { ...WEBP, name: 'x.webp' }],
    ['a PNG called JPEG', 'x.jpg', 'image/jpeg', await png(), { ...WEBP, name: 'x.webp' }],
    [
      'a type with a second header in it',
      'x.pdf',
      'application/pdf; x="\t"',
      PDF,
      { type: 'application/pdf', name: 'x.pdf', isSame: true },
    ],
  ];
}

/** Types that are refused by their extension, with any content. */
function kinds(): Line[] {
  const endings = [
    'svg',
    'svgz',
    'html',
    'htm',
    'xhtml',
    'xml',
    'mhtml',
    'js',
    'mjs',
    'wasm',
    'hta',
    'bat',
    'cmd',
    'ps1',
    'vbs',
    'lnk',
    'url',
    'scr',
    'msi',
    'jar',
    'apk',
    'dmg',
    'iso',
    'docm',
    'xlsm',
    'swf',
    'php',
    'sh',
    'heic',
    'tiff',
    'bmp',
    'ico',
  ];
  return endings.map((ending) => [
    `a .${ending} file`,
    `x.${ending}`,
    'application/octet-stream',
    ending === 'svg' ? SVG : CLEAN_TEXT,
    BAD,
  ]);
}

/** Polyglots, and files with hidden content. */
async function polyglots(): Promise<Line[]> {
  const jpeg = await image().jpeg().toBuffer();
  const zip = await zipOf({ 'evil.js': Buffer.from(SCRIPT) });
  const hidden = ['script', 'alert', 'PK\u0003\u0004', 'evil'];
  return [
    [
      'PNG and HTML',
      'x.png',
      'image/png',
      Buffer.concat([await png(), HTML]),
      { ...WEBP, name: 'x.webp', without: hidden },
    ],
    [
      'JPEG and HTML',
      'x.jpg',
      'image/jpeg',
      jpegWithNote(jpeg, `<html>${SCRIPT}`),
      { ...WEBP, name: 'x.webp', without: hidden },
    ],
    ['JPEG and ZIP', 'x.jpg', 'image/jpeg', Buffer.concat([jpeg, zip]), { ...WEBP, name: 'x.webp', without: hidden }],
    [
      'GIF and script, an image',
      'x.gif',
      'image/gif',
      gifOf({ width: 1, height: 1, comment: `*/=1;${SCRIPT}//` }),
      { ...WEBP, name: 'x.webp', without: hidden },
    ],
    [
      'GIF and script, no image',
      'x.gif',
      'image/gif',
      Buffer.from('GIF89a/*\u0000\u0000*/=1;alert(document.cookie);//'),
      BAD,
    ],
    [
      'PDF and HTML',
      'x.pdf',
      'application/pdf',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), HTML, PDF]),
      { type: 'application/pdf', name: 'x.pdf', isSame: true },
    ],
    [
      'a PDF that runs a script',
      'x.pdf',
      'application/pdf',
      Buffer.from(String(PDF).replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')),
      { type: 'application/pdf', name: 'x.pdf', isSame: true },
    ],
    ['a film with HTML in it', 'x.mp4', 'video/mp4', mp4, { type: 'video/mp4', name: 'x.mp4', isSame: true }],
    ['a song with HTML in its tag', 'x.mp3', 'audio/mpeg', mp3, { type: 'audio/mpeg', name: 'x.mp3', isSame: true }],
    [
      'a table with a formula',
      'x.csv',
      'text/csv',
      Buffer.from(`=cmd|'/c calc'!A1,2\n`),
      { type: 'text/csv', name: 'x.csv', isSame: true },
    ],
    [
      'a photo with a place and a name',
      'x.jpg',
      'image/jpeg',
      await photoOf(),
      { ...WEBP, name: 'x.webp', without: ['SECRET', 'Exif', 'GPS'] },
    ],
    [
      'a PNG with a text and XMP',
      'x.png',
      'image/png',
      pngOf(8, 8, {
        extra: [
          chunkOf('tEXt', Buffer.from('Author\0SECRET')),
          chunkOf('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0SECRET')),
        ],
      }),
      { ...WEBP, name: 'x.webp', without: ['SECRET'] },
    ],
  ];
}

/** Decompression bombs and truncated files. */
async function bombs(): Promise<Line[]> {
  const large: Expectation = { refused: 'TOO_LARGE' };
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const bomb = await zipOf({ 'zeros.bin': zeros });
  const climber = Buffer.from(
    (await zipOf({ 'aa/aa/aa/etc/passwd': CLEAN_TEXT })).toString('latin1').replaceAll('aa/aa/aa', '../../..'),
    'latin1',
  );
  const noise = () =>
    sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
  const whole = {
    jpg: await image(400, 400).jpeg().toBuffer(),
    png: await image(400, 400).png({ compressionLevel: 0 }).toBuffer(),
    webp: await noise().webp().toBuffer(),
    gif: await noise().gif().toBuffer(),
  };
  return [
    ['a ZIP bomb', 'x.zip', 'application/zip', bomb, { type: 'application/zip', name: 'x.zip', isSame: true }],
    [
      'a ZIP with a way out of its folder',
      'x.zip',
      'application/zip',
      climber,
      { type: 'application/zip', name: 'x.zip', isSame: true },
    ],
    [
      'a Word file whose list of parts is a bomb',
      'x.docx',
      'application/zip',
      await zipOf({ '[Content_Types].xml': zeros }),
      BAD,
    ],
    [
      'a gzip bomb',
      'x.gz',
      'application/gzip',
      gzipSync(zeros),
      { type: 'application/gzip', name: 'x.gz', isSame: true },
    ],
    [
      'a flood of pixels in a PNG header',
      'x.png',
      'image/png',
      pngOf(60_000, 60_000, { pixels: Buffer.from([0]) }),
      large,
    ],
    ['a flood of pixels in a small PNG', 'x.png', 'image/png', pngOf(8_000, 8_000), large],
    ['a flood of pixels in a GIF header', 'x.gif', 'image/gif', gifOf({ width: 65_535, height: 65_535 }), large],
    ['a flood of frames', 'x.gif', 'image/gif', gifOf({ width: 100, height: 100, frames: 5_000 }), large],
    ['a flood of pixels in a JPEG header', 'x.jpg', 'image/jpeg', await jpegOf(65_500, 65_500), large],
    ['a flood of pixels in a WebP header', 'x.webp', 'image/webp', webpOf(16_384, 16_384), BAD],
    ['a strip of single pixels', 'x.png', 'image/png', pngOf(1, 30_000_001, { pixels: Buffer.from([0]) }), large],
    [
      'a bomb in the text of a PNG',
      'x.png',
      'image/png',
      pngOf(8, 8, { extra: [chunkOf('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(zeros)]))] }),
      { ...WEBP, name: 'x.webp' },
    ],
    ...Object.entries(whole).map(([ending, bytes]): Line => [
      `half a ${ending}`,
      `x.${ending}`,
      `image/${ending}`,
      bytes.subarray(0, bytes.length / 2),
      BAD,
    ]),
    ['0 bytes', 'x.pdf', 'application/pdf', Buffer.alloc(0), { refused: 'VALIDATION' }],
  ];
}

/** Every hostile file of the corpus, each on its own line. */
export async function listHostileFiles(): Promise<HostileFile[]> {
  const lines = [...(await lies()), ...kinds(), ...(await polyglots()), ...(await bombs())];
  return lines.map(([what, name, claimed, bytes, expected]) => ({ what, name, claimed, bytes, expected }));
}

/** Returns the purpose for which a file of the corpus is sent: an image is encoded as a photo, any other is kept. */
export function purposeOf(name: string): FilePurpose {
  return IMAGE_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ? 'message-photo' : 'message-file';
}

/** Hostile names, and the stored name of a PDF with that name; null when its extension is refused. */
export const HOSTILE_NAMES: readonly (readonly [claimed: string, name: string | null])[] = [
  ['../../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\system32\\x.pdf', 'x.pdf'],
  ['C:\\Users\\x.pdf', 'x.pdf'],
  ['/etc/cron.d/x.pdf', 'x.pdf'],
  ['%2e%2e%2f%2e%2e%2fx.pdf', '%2e%2e%2f%2e%2e%2fx.pdf'],
  ['a\r\nSet-Cookie: sid=1.pdf', 'aSet-Cookie sid=1.pdf'],
  ['a"; filename="b.html".pdf', 'a; filename=b.html.pdf'],
  ["a';x='.pdf", "a';x='.pdf"],
  ['invoice\u202efdp.exe', null],
  ['invoice\u202eexe.pdf', 'invoiceexe.pdf'],
  ['a\u200b\u2066\ufeffb.pdf', 'ab.pdf'],
  ['a\u0085\u009b31mb.pdf', 'a31mb.pdf'],
  ['<img src=x onerror=alert(1)>.pdf', 'img src=x onerror=alert(1).pdf'],
  ['$(reboot).pdf', '$(reboot).pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['nul.txt.pdf', '_nul.txt.pdf'],
  ['com1.pdf', '_com1.pdf'],
  ['LPT\u00b9.pdf', '_LPT\u00b9.pdf'],
  ['console.pdf', 'console.pdf'],
  ['.pdf', 'file.pdf'],
  ['...pdf', 'file.pdf'],
  ['   .pdf', 'file.pdf'],
  ['.htaccess', null],
  ['..', null],
  ['.', null],
  ['pdf', null],
  ['a.pdf.exe', null],
  ['a.pdf.', null],
  ['a.exe.pdf', 'a.exe.pdf'],
  ['a.PDF', 'a.PDF'],
  ['a.pdf::$DATA', null],
  ['a.pdf/', null],
  ['a.p\u0501f', null],
  [`${'x'.repeat(3_000)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ['e\u0301'.repeat(20) + '.pdf', 'é'.repeat(20) + '.pdf'],
  ['名前 📚.pdf', '名前 📚.pdf'],
];
