import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { FilePurpose } from '#shared/api/files.ts';
import { ScannerAwayError, type Scanner } from '../../gateways/scanner.ts';
import { AppError } from '../../http/app-error.ts';
import { endingOf, kindOf, type FileKind } from './file-types.ts';
import { encodeImage } from './image.ts';

/** Bytes that a client has sent, in memory or at a path, and what it says of them. */
export interface RawFile {
  source: Buffer | { path: string };
  name: string;
  purpose: FilePurpose;
}

/**
 * A file as it is stored. Sizes in bytes and pixels; `width`, `height` and `preview` are null for anything but a
 * picture.
 */
export interface PreparedFile {
  content: Buffer | { path: string };
  sizeBytes: number;
  sha256: string;
  mime: string;
  ending: string;
  width: number | null;
  height: number | null;
  preview: Buffer | null;
}

/** Makes sure that the bytes at a path are those the client meant, where it has said so. @throws AppError VALIDATION. */
export async function checkSha256(path: string, claimed: string | null): Promise<void> {
  if (claimed === null) return;
  const { sha256 } = await readThrough({ path }, { lookForControls: false });
  if (sha256 !== claimed) throw new AppError('VALIDATION', 'The file was damaged on the way. Please send it again.');
}

/** Finds out what a file is by its name. @throws AppError BAD_TYPE for an ending that is not taken in. */
export function checkKind(name: string, purpose: FilePurpose): FileKind {
  const kind = kindOf(name, purpose);
  if (kind) return kind;
  const ending = endingOf(name);
  throw new AppError(
    'BAD_TYPE',
    ending
      ? `Files of the kind .${ending} cannot be sent. Put them into a ZIP file first.`
      : 'A file needs an ending that says what it is, such as .pdf',
  );
}

/**
 * Makes of an upload what is stored: a picture anew, without its metadata; any other file as it is, once its bytes are
 * what its ending says. Archives are not unpacked.
 *
 * @throws AppError BAD_TYPE for a file that is not what it claims or is damaged, TOO_LARGE for a flood of pixels,
 *   INFECTED, UNAVAILABLE while the scanner is away.
 */
export async function prepareFile({ source, name, purpose }: RawFile, scanner: Scanner | null): Promise<PreparedFile> {
  const kind = checkKind(name, purpose);
  if (scanner) await scan(scanner, source);
  if (kind.kind === 'image') {
    const { bytes, preview, ...image } = await encodeImage(Buffer.isBuffer(source) ? source : source.path, {
      withPreview: purpose === 'message-file',
    });
    return {
      content: bytes,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ending: 'webp',
      preview,
      ...image,
    };
  }
  const ending = endingOf(name);
  if (kind.kind === 'binary') await checkMagic(source, kind, ending);
  const { sizeBytes, sha256, hasControls } = await readThrough(source, { lookForControls: kind.kind === 'text' });
  if (hasControls) throw notWhatItSays(ending);
  return { content: source, sizeBytes, sha256, mime: kind.mime, ending, width: null, height: null, preview: null };
}

async function scan(scanner: Scanner, source: RawFile['source']): Promise<void> {
  try {
    if ((await scanner.scan(source)) === null) return;
  } catch (error) {
    if (!(error instanceof ScannerAwayError)) throw error;
    throw new AppError('UNAVAILABLE', 'Files cannot be checked for viruses at the moment. Please try again later.', {
      retryAfterSeconds: 60,
    });
  }
  throw new AppError('INFECTED', 'This file holds a virus and was not taken in');
}

async function checkMagic(source: RawFile['source'], kind: FileKind, ending: string): Promise<void> {
  const type = await (Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source.path)).catch(
    () => undefined,
  );
  if (!type || !kind.found.includes(type.mime)) throw notWhatItSays(ending);
}

/**
 * Bytes that no text holds: NUL and the controls below the blank, except tab, line feed, form feed, carriage return and
 * escape.
 */
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 32 && ![9, 10, 12, 13, 27].includes(byte)),
);

async function readThrough(
  source: RawFile['source'],
  { lookForControls }: { lookForControls: boolean },
): Promise<{ sizeBytes: number; sha256: string; hasControls: boolean }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let hasControls = false;
  const stream: AsyncIterable<Buffer> = Buffer.isBuffer(source)
    ? Readable.from([source])
    : createReadStream(source.path, { highWaterMark: 1024 * 1024 });
  for await (const chunk of stream) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    hasControls ||= lookForControls && chunk.some((byte) => IS_CONTROL[byte] === 1);
  }
  return { sizeBytes, sha256: hash.digest('hex'), hasControls };
}

function notWhatItSays(ending: string): AppError {
  return new AppError('BAD_TYPE', `This is not a .${ending} file, or it is damaged`);
}
