import type { DetailedError } from 'tus-js-client';
import { apiClient } from './api.ts';
import { NetworkError, readError } from './errors.ts';
import type { SendBytes } from './resumable-upload.ts';

/** How long a request may make no progress before it counts as lost, in milliseconds. */
const STILL_MS = 45_000;

/** Sends the rest of a session's bytes by tus 1.0; the library loads with the first file. */
export const sendByTus: SendBytes = async (file, session, { signal, onProgress }) => {
  const { Upload } = await import('tus-js-client').catch(() => {
    throw new NetworkError();
  });
  signal.throwIfAborted();
  let still: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const end = (error: Error): void => {
        void upload.abort();
        reject(error);
      };
      const moves = (): void => {
        clearTimeout(still);
        still = setTimeout(() => end(new NetworkError()), STILL_MS);
      };
      const upload = new Upload(file, {
        uploadUrl: session.url,
        chunkSize: session.chunkBytes,
        // The caller retries.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onBeforeRequest: async (request) => {
          if (request.getMethod() !== 'HEAD') request.setHeader('CSRF-Token', await apiClient.csrf.get());
        },
        onProgress: (sent, total) => {
          moves();
          onProgress(sent / total);
        },
        onSuccess: () => resolve(),
        onError: (error) => void readFailure(error).then(reject),
      });
      onAbort = () => end(new DOMException('aborted', 'AbortError'));
      signal.addEventListener('abort', onAbort, { once: true });
      moves();
      upload.start();
    });
  } finally {
    clearTimeout(still);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
};

/** Converts a failure of the library. An offset conflict and a locked upload are temporary. */
async function readFailure(error: Error | DetailedError): Promise<Error> {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0 || status === 409 || status === 423) return new NetworkError();
  if (status === 403) apiClient.csrf.clear();
  return readError(
    new Response(response.getBody(), { status, headers: { 'Content-Type': response.getHeader('Content-Type') ?? '' } }),
  );
}
