import {
  fileEndpoints,
  type FilePurpose,
  type UploadSessionInput,
  type UploadSessionView,
  type UploadView,
} from '#shared/api/files.ts';
import { call } from './api.ts';
import { systemClock } from './clock.ts';
import { ApiError, isAbort, isPassing } from './errors.ts';
import { sendByTus } from './tus.ts';
import { deviceRecords, fingerprintOf, type UploadRecords } from '../storage/upload-records.ts';

/** Options of an upload. */
export interface ResumableOptions {
  purpose: FilePurpose;
  /** Cancels the upload; the server removes the uploaded part. */
  signal: AbortSignal;
  /** Called with the share received by the server, 0 to 1. */
  onProgress: (share: number) => void;
  /** Called when the upload starts to wait for the network, and when it continues. */
  onWaiting: (isWaiting: boolean) => void;
}

/** Sends the rest of a session's bytes from the server's offset. Errors as `call`; AbortError when aborted. */
export type SendBytes = (
  file: File,
  session: UploadSessionView,
  options: Pick<ResumableOptions, 'signal' | 'onProgress'>,
) => Promise<void>;

/** Dependencies of an uploader. */
export interface UploaderPorts {
  create: (input: UploadSessionInput) => Promise<UploadSessionView>;
  find: (id: string) => Promise<UploadSessionView>;
  remove: (id: string) => Promise<void>;
  sendBytes: SendBytes;
  records: UploadRecords;
  /** Waits, at most until the network is back; rejects with AbortError. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Uploads a file and returns its record. @throws ApiError, ValidationError on rejection, AbortError when aborted. */
export type Uploader = (file: File, options: ResumableOptions) => Promise<UploadView>;

const RETRY_MS = { first: 1_000, most: 15_000 };
const CHECK_MS = { first: 300, most: 3_000 };

/**
 * Creates an uploader that resumes after network failures without a limit, also for a file that is chosen again after a
 * reload. A file that is uploaded to two places at once has a session for each, which can be cancelled alone.
 */
export function createUploader(ports: UploaderPorts): Uploader {
  const running = new Set<string>();
  return async (file, options) => {
    const fingerprint = fingerprintOf(file, options.purpose);
    if (running.has(fingerprint)) return upload({ ...ports, records: passingRecords() }, file, options);
    running.add(fingerprint);
    try {
      return await upload(ports, file, options);
    } finally {
      running.delete(fingerprint);
    }
  };
}

/** Creates records that end with the page. */
function passingRecords(): UploadRecords {
  const ids = new Map<string, string>();
  return {
    find: (fingerprint) => ids.get(fingerprint) ?? null,
    save: (fingerprint, id) => void ids.set(fingerprint, id),
    remove: (fingerprint) => void ids.delete(fingerprint),
  };
}

async function upload(ports: UploaderPorts, file: File, options: ResumableOptions): Promise<UploadView> {
  const fingerprint = fingerprintOf(file, options.purpose);
  let retryMs = RETRY_MS.first;
  const onProgress = (share: number): void => {
    retryMs = RETRY_MS.first;
    options.onProgress(share);
  };
  try {
    for (;;) {
      try {
        return await uploadOnce(ports, file, { ...options, onProgress, fingerprint });
      } catch (error) {
        // A rate limit is reported at once; the session stays, so that a later try resumes.
        if (!isPassing(error) || isBusy(error)) throw error;
      }
      options.onWaiting(true);
      await ports.wait(retryMs, options.signal);
      options.onWaiting(false);
      retryMs = Math.min(retryMs * 2, RETRY_MS.most);
    }
  } catch (error) {
    // The record is gone at once; the server is not waited for.
    if (isAbort(error)) void giveUp(ports, fingerprint);
    // After a rejection the next try starts a new session.
    else if (!isBusy(error)) ports.records.remove(fingerprint);
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

async function uploadOnce(
  ports: UploaderPorts,
  file: File,
  options: ResumableOptions & { fingerprint: string },
): Promise<UploadView> {
  const session = await openSession(ports, file, options);
  options.signal.throwIfAborted();
  if (session.state === 'receiving') await ports.sendBytes(file, session, options);
  for (let checkMs = CHECK_MS.first; ; checkMs = Math.min(checkMs * 2, CHECK_MS.most)) {
    const { file: stored } = await ports.find(session.id);
    if (stored) {
      ports.records.remove(options.fingerprint);
      return stored;
    }
    await ports.wait(checkMs, options.signal);
  }
}

/** Returns the existing session of this file, or a new one. */
async function openSession(
  { create, find, records }: UploaderPorts,
  file: File,
  { purpose, fingerprint }: { purpose: FilePurpose; fingerprint: string },
): Promise<UploadSessionView> {
  const known = records.find(fingerprint);
  if (known !== null) {
    try {
      return await find(known);
    } catch (error) {
      // The session expired or failed.
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
    }
  }
  const session = await create({ purpose, name: file.name, size: file.size });
  records.save(fingerprint, session.id);
  return session;
}

async function giveUp({ remove, records }: UploaderPorts, fingerprint: string): Promise<void> {
  const id = records.find(fingerprint);
  records.remove(fingerprint);
  // The server deletes what is left.
  if (id !== null) await remove(id).catch(() => undefined);
}

let current: { userId: string; uploader: Uploader } | undefined;

/** The uploader of the signed-in user. */
export function uploaderOf(userId: string): Uploader {
  if (current?.userId !== userId) current = { userId, uploader: createOwnUploader(userId) };
  return current.uploader;
}

function createOwnUploader(userId: string): Uploader {
  return createUploader({
    create: (body) => call(fileEndpoints.createUploadSession, { body }),
    find: (id) => call(fileEndpoints.getUploadSession, { params: { id } }),
    remove: (id) => call(fileEndpoints.removeUploadSession, { params: { id } }),
    sendBytes: sendByTus,
    records: deviceRecords(userId),
    wait: waitForNetwork,
  });
}

/** Waits, at most until the browser reports that the network is back. */
async function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const back = new AbortController();
  const end = (): void => back.abort();
  window.addEventListener('online', end, { once: true });
  signal.addEventListener('abort', end, { once: true });
  await systemClock.wait(ms, back.signal).catch(() => undefined);
  window.removeEventListener('online', end);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
}
