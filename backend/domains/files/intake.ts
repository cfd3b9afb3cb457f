import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { KEPT_PURPOSES, type FilePurpose } from '#shared/api/files.ts';
import { ScannerAwayError, type Scanner } from '../../gateways/scanner.ts';
import { AppError } from '../../http/app-error.ts';
import { matchesEnding } from './file-content.ts';
import { endingOf, kindOf, type FileKind } from './file-types.ts';
import { deriveImage, encodeImage } from './image.ts';

/** Bytes that a client has sent, in memory or at a path, with the claimed name. */
interface RawFile {
  source: Buffer | { path: string };
  name: string;
  purpose: FilePurpose;
}

/** How files are prepared. */
interface Intake {
  /** Null when uploads are not scanned. */
  scanner: Scanner | null;
  /** Runs work on an image, which counts against the sender's limit; see upload-limits.ts. */
  counted: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A file ready to be stored. Sizes in bytes and pixels; `width` and `height` are null except for an image that was
 * encoded here, and `preview` except for an image.
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

/** Checks the file at a path against the hash sent by the client, if any. @throws AppError VALIDATION. */
export async function checkSha256(path: string, claimed: string | null): Promise<void> {
  if (claimed === null) return;
  const { sha256 } = await readThrough({ path }, { lookForControls: false });
  if (sha256 !== claimed)
    throw new AppError('VALIDATION', 'The file was damaged during the upload. Please send it again.');
}

/** Returns the kind of a file by its name. @throws AppError BAD_TYPE for an extension that is not accepted. */
export function checkKind(name: string, purpose: FilePurpose): FileKind {
  const kind = kindOf(name, purpose);
  if (kind) return kind;
  const ending = endingOf(name);
  throw new AppError(
    'BAD_TYPE',
    ending
      ? `You can't send .${ending} files. Put the file in a ZIP file first.`
      : 'The file name needs an extension, such as .pdf',
  );
}

/**
 * Prepares an upload for storage. An image is re-encoded without its metadata, or keeps its bytes beside a preview when
 * its purpose is one of {@link KEPT_PURPOSES}. Any other file keeps its bytes, which must match its extension. Does not
 * unpack archives.
 *
 * @throws AppError BAD_TYPE for a damaged image or a wrong extension, TOO_LARGE above the pixel limit, INFECTED,
 *   UNAVAILABLE while the scanner is unavailable, and what `counted` throws.
 */
export async function prepareFile(
  { source, name, purpose }: RawFile,
  { scanner, counted }: Intake,
): Promise<PreparedFile> {
  const kind = checkKind(name, purpose);
  if (scanner) await scan(scanner, source);
  const isKept = KEPT_PURPOSES.includes(purpose);
  if (kind.kind === 'image' && !isKept) {
    const withPreview = purpose === 'message-photo';
    const { bytes, preview, ...image } = await counted(() =>
      encodeImage(Buffer.isBuffer(source) ? source : source.path, { withPreview }),
    );
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
  if (kind.kind === 'binary' && !(await matchesEnding(source, { kind, ending }))) throw wrongType(ending);
  const image = kind.kind === 'image' ? await counted(() => previewOf(source)) : null;
  const { sizeBytes, sha256, hasControls } = await readThrough(source, { lookForControls: kind.kind === 'text' });
  if (hasControls) throw wrongType(ending);
  const kept = { mime: kind.mime, preview: null, ...image };
  // As it was typed: the name of a kept file does not change.
  const typed = name.trim().slice(-ending.length);
  return { content: source, sizeBytes, sha256, ending: typed, width: null, height: null, ...kept };
}

/** Makes the preview of an image that keeps its bytes. One without a preview is no image for pages, and only saved. */
async function previewOf(source: RawFile['source']): Promise<Pick<PreparedFile, 'mime' | 'preview'>> {
  const { mime, shown } = await deriveImage(Buffer.isBuffer(source) ? source : source.path);
  return { mime: shown === null ? 'application/octet-stream' : mime, preview: shown };
}

async function scan(scanner: Scanner, source: RawFile['source']): Promise<void> {
  try {
    if ((await scanner.scan(source)) === null) return;
  } catch (error) {
    if (!(error instanceof ScannerAwayError)) throw error;
    throw new AppError('UNAVAILABLE', 'Files cannot be checked for viruses at the moment. Please try again later.', {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
  throw new AppError('INFECTED', 'This file contains a virus and was not uploaded');
}

/** Control characters that text files do not contain: below 32, except tab, LF, FF, CR and escape. */
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

function wrongType(ending: string): AppError {
  return new AppError(
    'BAD_TYPE',
    `This does not look like a .${ending} file. If it opens on your device, put it in a ZIP file first.`,
  );
}
