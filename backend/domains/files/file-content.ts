import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { FileKind } from './file-types.ts';

/** Reads bytes of a file from a position on; fewer than asked for at its end. */
type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** A test of a file's bytes that goes by what readers and players accept. */
type Test = (readAt: ReadAt) => Promise<boolean>;

/**
 * Returns whether a file can be what its extension says. The detection goes by the first bytes; readers and players
 * accept more, which is tested by extension.
 */
export async function matchesEnding(
  source: Buffer | { path: string },
  { kind, ending }: { kind: FileKind; ending: string },
): Promise<boolean> {
  const type = await (Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source.path)).catch(
    () => undefined,
  );
  if (type && kind.detected.includes(type.mime)) return true;
  const test = TESTS.get(ending);
  if (!test) return false;
  if (Buffer.isBuffer(source)) return test(async (position, length) => source.subarray(position, position + length));
  const file = await open(source.path);
  try {
    return await test(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Readers look for the header of a PDF in so many bytes (ISO 32000-1, Annex H, note 13). */
const PDF_HEADER_WITHIN = 1_024;

/** Bytes before it are no page, which a browser could show when the file is saved and opened under another name. */
const isPdf: Test = async (readAt) => {
  const [before, ...others] = (await readAt(0, PDF_HEADER_WITHIN + 4)).toString('latin1').split('%PDF-');
  return others.length > 0 && !/<[a-z!?/]/i.test(before ?? '');
};

/** Brands of containers that hold images (ISO/IEC 23008-12, AVIF, JPEG 2000), which no player plays. */
const IMAGE_BRANDS = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|crx |jp2 |jpx |jpm )$/;
/** The first box of a QuickTime file without a list of brands (QuickTime File Format, "Movie atoms"). */
const QUICKTIME_BOX = /^(?:moov|mdat|wide|free|skip|pnot)$/;
const BRANDS_MAX = 64;

/** A player goes by the compatible brands, whatever the first one is: phones write 3gp4 into .mp4 and .m4a. */
const isMovie: Test = async (readAt) => {
  const head = await readAt(0, 16 + 4 * BRANDS_MAX);
  if (head.length < 12) return false;
  const box = head.toString('latin1', 4, 8);
  if (QUICKTIME_BOX.test(box)) return true;
  const size = head.readUInt32BE(0);
  if (box !== 'ftyp' || size < 16) return false;
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(head.toString('latin1', at, at + 4));
  return !IMAGE_BRANDS.test(brands[0] ?? '') && brands.every((brand) => /^[\x20-\x7e\0]{4}$/.test(brand));
};

const COMPOUND_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const COMPOUND_HEADER_BYTES = 512;
const DIRECTORY_ENTRY_BYTES = 128;
/** More sectors than the directory of an encrypted document has: its streams are a dozen. */
const DIRECTORY_SECTORS_MAX = 32;
/** The largest number of a sector (MS-CFB 2.1); those above end a chain. */
const SECTOR_MAX = 0xfffffffa;

/** A document with a password is a compound file with the stream "EncryptedPackage" (MS-OFFCRYPTO 1.3.3, MS-CFB 2). */
const isEncryptedOffice: Test = async (readAt) => {
  const header = await readAt(0, COMPOUND_HEADER_BYTES);
  if (header.length < COMPOUND_HEADER_BYTES || !header.subarray(0, 8).equals(COMPOUND_MAGIC)) return false;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const sectorBytes = 2 ** shift;
  const readSector = (sector: number) => readAt((sector + 1) * sectorBytes, sectorBytes);
  /** The sector that follows one in its chain; its number is in the allocation table. */
  const nextOf = async (sector: number): Promise<number> => {
    const perSector = sectorBytes / 4;
    const inHeader = Math.floor(sector / perSector);
    if (76 + 4 * inHeader + 4 > COMPOUND_HEADER_BYTES) return SECTOR_MAX + 1;
    const table = await readSector(header.readUInt32LE(76 + 4 * inHeader));
    const at = 4 * (sector % perSector);
    return at + 4 <= table.length ? table.readUInt32LE(at) : SECTOR_MAX + 1;
  };
  let sector = header.readUInt32LE(48);
  for (let read = 0; read < DIRECTORY_SECTORS_MAX && sector <= SECTOR_MAX; read += 1) {
    const entries = await readSector(sector);
    for (let at = 0; at + DIRECTORY_ENTRY_BYTES <= entries.length; at += DIRECTORY_ENTRY_BYTES) {
      const nameBytes = Math.min(64, Math.max(2, entries.readUInt16LE(at + 64))) - 2;
      if (entries.toString('utf16le', at, at + nameBytes) === 'EncryptedPackage') return true;
    }
    sector = await nextOf(sector);
  }
  return false;
};

/** The first frame is looked for in so many bytes behind the tag, as players do that skip what they do not know. */
const MP3_FRAME_WITHIN = 64 * 1_024;
/** Kilobits per second of layer III by the index of a frame's header, of MPEG 1 and of MPEG 2 and 2.5. */
const BITRATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** Two frames of layer III in a row are no accident (ISO/IEC 11172-3, 2.4.1). */
const isMp3: Test = async (readAt) => {
  const tag = await readAt(0, 10);
  const hasTag = tag.length === 10 && tag.toString('latin1', 0, 3) === 'ID3';
  // Sizes of tags have 7 bits in each byte (ID3v2.4, 6.2).
  const tagBytes = hasTag ? 10 + tag.subarray(6).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) : 0;
  const bytes = await readAt(tagBytes, MP3_FRAME_WITHIN);
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const length = frameBytes(bytes, at);
    if (length !== null && frameBytes(bytes, at + length) !== null) return true;
  }
  return false;
};

/** Returns the length of the frame of layer III at a position; null where none begins. */
function frameBytes(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  const [version, layer] = [(header >>> 19) & 3, (header >>> 17) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return null;
  const bitrate = BITRATES[version === 3 ? 1 : 2][(header >>> 12) & 15];
  const sampleRate = SAMPLE_RATES[(header >>> 10) & 3];
  if (bitrate === undefined || bitrate === 0 || sampleRate === undefined) return null;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const bytesPerSample = version === 3 ? 144 : 72;
  return Math.floor((bytesPerSample * bitrate * 1_000 * divisor) / sampleRate) + ((header >>> 9) & 1);
}

const TESTS: ReadonlyMap<string, Test> = new Map([
  ['pdf', isPdf],
  ...['mp4', 'm4v', 'm4a', 'mov'].map((ending): [string, Test] => [ending, isMovie]),
  ...['docx', 'xlsx', 'pptx'].map((ending): [string, Test] => [ending, isEncryptedOffice]),
  ['mp3', isMp3],
]);
