import { isAbort, isPassing } from '../../lib/http/errors.ts';
import type { ReaderProblem } from './reader-file.ts';

/** Returns why a file could not be opened: a failed request can succeed later, any other error is in the file. */
export function problemOf(error: unknown): ReaderProblem | null {
  if (isAbort(error)) return null;
  return isPassing(error) || (error as { name?: unknown } | null)?.name === 'ApiError' ? 'failed' : 'damaged';
}
