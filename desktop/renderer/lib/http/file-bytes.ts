import { isAbort, NetworkError, readError } from './errors.ts';

/** A part of a file in bytes, `end` not included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Loads a file of this origin, or a part of it. @throws ApiError for an error response, NetworkError when unreachable,
 * AbortError when aborted.
 */
export async function loadBytes(
  url: string,
  { range, signal }: { range?: ByteRange; signal?: AbortSignal } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, {
      credentials: 'include',
      headers: range ? { Range: `bytes=${String(range.start)}-${String(range.end - 1)}` } : {},
      ...(signal && { signal }),
    });
    if (!response.ok) throw await readError(response);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A server may ignore the range and send the whole file (RFC 9110, section 14.2).
    return range && response.status === 200 ? bytes.slice(range.start, range.end) : bytes;
  } catch (error) {
    if (error instanceof TypeError && !isAbort(error)) throw new NetworkError();
    throw error;
  }
}
