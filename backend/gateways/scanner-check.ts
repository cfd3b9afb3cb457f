import { Readable } from 'node:stream';
import yazl from 'yazl';
import { FILE_LIMITS } from '#shared/limits.ts';
import type { Scanner } from './scanner.ts';

/** The EICAR test file; concatenated, so that no virus scanner reports this source. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

/** Room for the entries of the archive. */
const ARCHIVE_BYTES = 4_096;
const CHUNK = Buffer.alloc(256 * 1024);

/**
 * Scans the EICAR test file, by itself and in an archive of `maxBytes`, the largest upload. Returns what is wrong with
 * the settings of the scanner, or null: by default ClamAV passes files above its limits as clean.
 *
 * @throws {ScannerAwayError} when the scanner cannot be reached.
 */
export async function findScannerGap(scanner: Scanner, maxBytes: number): Promise<string | null> {
  const isMissed = (await scanner.scan(Buffer.from(EICAR))) === null;
  if (isMissed) return 'CLAMD does not detect the EICAR test file; its signatures may be missing';
  const megabytes = maxBytes / 1024 / 1024;
  const advice = `clamd.conf needs StreamMaxLength, MaxFileSize and MaxScanSize of ${megabytes}M or more, and AlertExceedsMax yes`;
  try {
    return (await scanner.scan(archiveOf(maxBytes - ARCHIVE_BYTES))) === null
      ? `CLAMD passes large files without scanning them; ${advice}`
      : null;
  } catch (error) {
    return `CLAMD cannot scan files of ${megabytes} MB: ${error instanceof Error ? error.message : String(error)}; ${advice}`;
  }
}

/** Warns of a scanner that would pass malware. One that cannot be reached is not checked later. */
export async function reportScannerGap(
  scanner: Scanner,
  log: { warn: (context: object, message: string) => void },
): Promise<void> {
  try {
    const gap = await findScannerGap(scanner, FILE_LIMITS.maxBytes['message-file']);
    if (gap !== null) log.warn({ setting: 'CLAMD' }, gap);
  } catch (error) {
    log.warn({ err: error }, 'the virus scanner cannot be used; uploads are refused until it responds');
  }
}

/** An uncompressed ZIP file with the test file and as many zeros. */
function archiveOf(sizeBytes: number): AsyncIterable<Buffer> {
  const archive = new yazl.ZipFile();
  archive.addBuffer(Buffer.from(EICAR), 'eicar.com', { compress: false });
  archive.addReadStream(Readable.from(zeros(sizeBytes)), 'zeros', { compress: false });
  archive.end();
  return archive.outputStream as AsyncIterable<Buffer>;
}

function* zeros(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
}
