import { useCallback, useEffect, useRef, useState } from 'react';
import { fileEndpoints, type FilePurpose, type UploadView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { callUpload } from './api.ts';
import { ApiError, isAbort } from './errors.ts';
import { describeFailure } from './failure.ts';

/** Accepted image types; the server checks the bytes as well. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/apng'] as const;

/** A chosen image and the state of its upload. */
export interface ChosenImage {
  file: File;
  /** Object URL of the image. */
  previewUrl: string;
  status: 'uploading' | 'done' | 'failed';
  /** Share sent, 0 to 1. */
  share: number;
  error?: string;
}

/** The image of a form. */
export interface ImageUpload {
  image: ChosenImage | null;
  /** Why a file was rejected. */
  refusal: string | undefined;
  choose: (file: File) => void;
  remove: () => void;
  retry: () => void;
  /** Waits for the upload and returns it; undefined without an image. @throws the error of the upload. */
  finish: () => Promise<UploadView | undefined>;
}

interface Running {
  abort: AbortController;
  /** The same for every try, so that a lost response creates no second file. */
  key: string;
  result: Promise<UploadView>;
}

/** Uploads an image as soon as it is chosen; unmounting aborts the upload. */
export function useImageUpload(purpose: FilePurpose): ImageUpload {
  const [image, setImage] = useState<ChosenImage | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const running = useRef<Running | null>(null);

  const upload = useCallback(
    (file: File, key: string): Promise<UploadView> => {
      const abort = new AbortController();
      const change = (part: Partial<ChosenImage>): void =>
        setImage((now) => (now?.file === file ? { ...now, ...part } : now));
      change({ status: 'uploading', share: 0 });
      const result = send(file, purpose, {
        signal: abort.signal,
        idempotencyKey: key,
        onProgress: (share) => change({ share }),
      });
      running.current = { abort, key, result };
      result.then(
        () => change({ status: 'done', share: 1 }),
        (error: unknown) => {
          if (!isAbort(error)) change({ status: 'failed', error: describeFailure(error).message });
        },
      );
      return result;
    },
    [purpose],
  );

  const remove = useCallback(() => {
    running.current?.abort.abort();
    running.current = null;
    setRefusal(undefined);
    setImage(null);
  }, []);

  const choose = useCallback(
    (file: File) => {
      const problem = problemOf(file);
      if (problem !== undefined) {
        setRefusal(problem);
        return;
      }
      remove();
      setImage({ file, previewUrl: URL.createObjectURL(file), status: 'uploading', share: 0 });
      void upload(file, crypto.randomUUID()).catch(() => undefined);
    },
    [remove, upload],
  );

  const retry = useCallback(() => {
    if (image && running.current) void upload(image.file, running.current.key).catch(() => undefined);
  }, [image, upload]);

  const finish = useCallback(async () => {
    if (!image || !running.current) return undefined;
    return image.status === 'failed' ? upload(image.file, running.current.key) : running.current.result;
  }, [image, upload]);

  const previewUrl = image?.previewUrl;
  useEffect(() => () => void (previewUrl !== undefined && URL.revokeObjectURL(previewUrl)), [previewUrl]);
  useEffect(() => () => running.current?.abort.abort(), []);
  return { image, refusal, choose, remove, retry, finish };
}

/** Uploads an image. @throws ApiError, also for one that is too large. */
async function send(
  file: File,
  purpose: FilePurpose,
  options: Omit<Parameters<typeof callUpload>[2], 'form'>,
): Promise<UploadView> {
  const sent = await smaller(file);
  const problem = sizeProblemOf(sent);
  if (problem !== undefined) throw new ApiError(problem, 413);
  const form = new FormData();
  form.append('file', sent);
  return callUpload(fileEndpoints.upload, { query: { purpose } }, { form, ...options });
}

/** Makes an image smaller where the browser can; its code loads with the first image. */
async function smaller(file: File): Promise<File> {
  const module = await import('../page/shrink-image.ts').catch(() => null);
  return module?.shrinkImage(file) ?? file;
}

function problemOf(file: File): string | undefined {
  if (!IMAGE_TYPES.some((type) => type === file.type))
    return 'Choose a JPEG, PNG, WebP, GIF or AVIF image. Save a HEIC photo as JPEG first.';
  // What can be made smaller is measured afterwards.
  return /^image\/(?:jpeg|png)$/.test(file.type) ? undefined : sizeProblemOf(file);
}

function sizeProblemOf(file: File): string | undefined {
  const maxMb = FILE_LIMITS.imageMaxBytes / 1024 / 1024;
  return file.size > FILE_LIMITS.imageMaxBytes
    ? `The image is larger than ${String(maxMb)} MB. Choose a smaller one.`
    : undefined;
}
