import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createFileStore, type FileStore } from './file-store.ts';

/**
 * Opens the file store of the settings; `warn` receives the warnings of the SDK of S3. The SDK is loaded only when it
 * is used: it needs 40 ms and 10 MB.
 */
export async function openFileStore(
  { s3, dataDir, keepFreeBytes }: Pick<Config, 's3' | 'dataDir' | 'keepFreeBytes'>,
  warn: (...content: unknown[]) => void,
): Promise<FileStore> {
  if (!s3) return createFileStore(join(dataDir, 'files'), { keepFreeBytes });
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(s3, { warn });
}
