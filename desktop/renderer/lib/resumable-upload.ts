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
import { deviceRecords, fingerprintOf, type UploadRecords } from './upload-records.ts';

/** How an upload is made and who hears of it. */
export interface ResumableOptions {
  purpose: FilePurpose;
  /** Ends the upload for good; what the server has of it is removed. */
  signal: AbortSignal;
  /** Hears the share that has arrived, 0 to 1. */
  onProgress: (share: number) => void;
  /** Hears that the upload waits for the network, and that it goes on. */
  onWaiting: (isWaiting: boolean) => void;
}

/**
 * How the bytes of a session are sent: from where the server has them to the end. Errors as call's; AbortError when
 * aborted.
 */
export type SendBytes = (
  file: File,
  session: UploadSessionView,
  options: Pick<ResumableOptions, 'signal' | 'onProgress'>,
) => Promise<void>;

/** What an uploader works with. */
export interface UploaderPorts {
  create: (input: UploadSessionInput) => Promise<UploadSessionView>;
  find: (id: string) => Promise<UploadSessionView>;
  remove: (id: string) => Promise<void>;
  sendBytes: SendBytes;
  records: UploadRecords;
  /** Waits, or less when the network comes back; rejects with AbortError. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Uploads a file and answers its record. @throws ApiError, ValidationError for what the server refuses, AbortError when
 * aborted.
 */
export type Uploader = (file: File, options: ResumableOptions) => Promise<UploadView>;

const RETRY_MS = { first: 1_000, most: 15_000 };
const CHECK_MS = { first: 300, most: 3_000 };

/**
 * Makes an uploader that goes on after a failure of the network for as long as it takes, also for a file that is chosen
 * again after the page was loaded anew.
 */
export function createUploader(ports: UploaderPorts): Uploader {
  return async (file, options) => {
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
          // Whoever sends too much is told at once, and goes on here later.
          if (!isPassing(error) || isBusy(error)) throw error;
        }
        options.onWaiting(true);
        await ports.wait(retryMs, options.signal);
        options.onWaiting(false);
        retryMs = Math.min(retryMs * 2, RETRY_MS.most);
      }
    } catch (error) {
      if (isAbort(error)) await giveUp(ports, fingerprint);
      // What the server refuses begins anew when it is tried again.
      else if (!isBusy(error)) ports.records.drop(fingerprint);
      throw error;
    }
  };
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
      ports.records.drop(options.fingerprint);
      return stored;
    }
    await ports.wait(checkMs, options.signal);
  }
}

/** The session that this file has already, or a new one. */
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
      // It ran out, or came to nothing.
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
    }
  }
  const session = await create({ purpose, name: file.name, size: file.size });
  records.keep(fingerprint, session.id);
  return session;
}

async function giveUp({ remove, records }: UploaderPorts, fingerprint: string): Promise<void> {
  const id = records.find(fingerprint);
  records.drop(fingerprint);
  // What stays there is swept up by the server.
  if (id !== null) await remove(id).catch(() => undefined);
}

/** The uploader of the one who is signed in. */
export function uploaderOf(userId: string): Uploader {
  return createUploader({
    create: (body) => call(fileEndpoints.createUploadSession, { body }),
    find: (id) => call(fileEndpoints.getUploadSession, { params: { id } }),
    remove: (id) => call(fileEndpoints.removeUploadSession, { params: { id } }),
    sendBytes: sendByTus,
    records: deviceRecords(userId),
    wait: waitForNetwork,
  });
}

/** Waits, or less when the browser says that the network is back. */
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
