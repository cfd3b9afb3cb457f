import type { EntityManager } from '@mikro-orm/postgresql';
import type { UploadSessionInput, UploadSessionView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { HOUR_MS, SECOND_MS } from '#shared/time.ts';
import { databaseNow, databaseNowMs, newId } from '../../db/clock.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import type { Scanner } from '../../gateways/scanner.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { FairPlaces } from '../../http/fair-places.ts';
import { User } from '../users/user.entity.ts';
import { StoredFile } from './file.entity.ts';
import { checkQuota, createFile, fileOwner, toUploadView, type FileOwner } from './files.service.ts';
import { checkKind, checkSha256, prepareFile } from './intake.ts';
import { SESSIONS_PATH, type UploadBytes } from './upload-bytes.ts';
import { countImageWork, type Uploader } from './upload-limits.ts';
import { UploadSession, type UploadFailure } from './upload-session.entity.ts';

/** Dependencies of resumable uploads. */
export interface UploadDeps {
  forkEm: () => EntityManager;
  store: FileStore;
  bytes: UploadBytes;
  /** Null when uploads are not scanned. */
  scanner: Scanner | null;
  /** Runs CPU-bound work in fair turns. */
  inTurn: FairPlaces['run'];
}

/** How long a response waits for a file that is being checked, in milliseconds. */
const WAIT_MS = 10 * SECOND_MS;

const OPEN = {
  name: 'upload-count-open',
  text: `select count(*)::int as count from upload_sessions where owner_id = $1 and state = 'receiving'
    and expires_at > now()`,
};

/**
 * Creates a resumable upload, whose size counts against the user's quota at once.
 *
 * @throws AppError TOO_LARGE, BAD_TYPE, STORAGE_FULL, RATE_LIMITED for too many unfinished uploads.
 */
export async function createSession(
  em: EntityManager,
  { bytes }: UploadDeps,
  { owner, input }: { owner: FileOwner; input: UploadSessionInput },
): Promise<UploadSessionView> {
  checkKind(input.name, input.purpose);
  const maxBytes = FILE_LIMITS.maxBytes[input.purpose];
  if (input.size > maxBytes)
    throw new AppError('TOO_LARGE', `This file is too large: at most ${maxBytes / 1024 / 1024} MB`);
  const id = newId();
  try {
    return await transact(em, async (tx) => {
      await checkQuota(tx, owner, { sizeBytes: input.size });
      const [open] = await read<{ count: number }>(tx, OPEN, [owner.id]);
      if ((open?.count ?? 0) >= FILE_LIMITS.sessionsMax)
        throw new AppError('RATE_LIMITED', 'You have too many unfinished uploads. Finish or cancel one first.', {
          retryAfterSeconds: 60,
        });
      await bytes.begin(id, input.size);
      const session = tx.create(UploadSession, {
        id,
        ownerId: owner.id,
        purpose: input.purpose,
        name: input.name,
        sizeBytes: input.size,
        sha256: input.sha256 ?? null,
        expiresAt: new Date(databaseNowMs() + FILE_LIMITS.sessionRetentionMs),
      });
      await tx.flush();
      return viewOf(session, { offset: 0 });
    });
  } catch (error) {
    await bytes.remove(id);
    throw error;
  }
}

/** Loads an unexpired upload of the user. @throws AppError NOT_FOUND. */
export async function loadOwnSession(em: EntityManager, id: string, ownerId: string): Promise<UploadSession> {
  const session = await em.findOne(
    UploadSession,
    { id, ownerId, expiresAt: { $gt: databaseNow() } },
    { refresh: true },
  );
  if (!session) throw notFound('This upload');
  return session;
}

/**
 * Returns how many bytes of an upload have been received. @throws AppError NOT_FOUND when they are gone before it
 * became a file.
 */
export async function loadOffset(
  em: EntityManager,
  bytes: Pick<UploadBytes, 'offsetOf'>,
  session: UploadSession,
): Promise<number> {
  if (session.state !== 'receiving') return session.sizeBytes;
  const offset = await bytes.offsetOf(session.id);
  if (offset !== null) return offset;
  // Another request may have finished the upload, and removed its bytes, since the session was loaded.
  await em.refresh(session);
  if (session.state === 'receiving') throw notFound('This upload');
  return session.sizeBytes;
}

/**
 * Returns the state of an upload. Once all bytes are received, it waits up to {@link WAIT_MS} for the file.
 *
 * @throws AppError with the failure of the file, at each call; UNAVAILABLE while it cannot be checked.
 */
export async function followSession(
  em: EntityManager,
  deps: UploadDeps,
  { session, uploader }: { session: UploadSession; uploader: Uploader },
): Promise<UploadSessionView> {
  if (session.state === 'receiving') {
    const offset = await deps.bytes.offsetOf(session.id);
    if (offset !== null && offset < session.sizeBytes) return viewOf(session, { offset });
    const isDone =
      offset === null ||
      (await Promise.race([finishSession(deps, session, uploader).then(() => true, isElsewhere), later(WAIT_MS)]));
    if (!isDone) return viewOf(session, { offset: session.sizeBytes });
    // Another request may have finished the upload meanwhile.
    await em.refresh(session);
    if (session.state === 'receiving') throw notFound('This upload');
  }
  if (session.failure) throw new AppError(session.failure.code, session.failure.message);
  const file = await em.findOne(StoredFile, { id: session.fileId ?? '', ownerId: session.ownerId });
  if (!file) throw notFound('This upload');
  return viewOf(session, { offset: session.sizeBytes, file });
}

const finishing = new Map<string, Promise<void>>();

/**
 * Creates the file of a complete upload, or stores why it failed. Concurrent calls share one run.
 *
 * @throws AppError UNAVAILABLE, RATE_LIMITED or WRONG_STATE when the caller should retry.
 */
export function finishSession(deps: UploadDeps, { id }: { id: string }, uploader: Uploader): Promise<void> {
  const run = () => deps.inTurn(uploader.claim, () => finish(deps, id, uploader));
  const running = finishing.get(id) ?? deps.bytes.withLock(id, run).finally(() => finishing.delete(id));
  finishing.set(id, running);
  return running;
}

async function finish({ forkEm, store, bytes, scanner }: UploadDeps, id: string, uploader: Uploader): Promise<void> {
  const em = forkEm();
  const session = await em.findOne(UploadSession, { id, state: 'receiving' });
  if (!session) return;
  const { ownerId, purpose, name } = session;
  try {
    await checkSha256(bytes.pathOf(id), session.sha256 ?? null);
    const counted = <T>(work: () => Promise<T>) => countImageWork(uploader, work);
    const prepared = await prepareFile({ source: { path: bytes.pathOf(id) }, name, purpose }, { scanner, counted });
    const user = await em.findOneOrFail(User, { id: String(ownerId) });
    const isEmailVerified = Boolean(user.emailVerifiedAt);
    const alongside = async (tx: EntityManager, file: StoredFile) => {
      const changed = await tx.nativeUpdate(
        UploadSession,
        { id, state: 'receiving' },
        { state: 'done', fileId: file.id },
      );
      if (changed === 0) throw notFound('This upload');
    };
    await createFile(em, store, {
      owner: fileOwner(uploader.limits, { id: user.id, role: user.role, isEmailVerified }),
      purpose,
      name,
      prepared,
      sessionId: id,
      alongside,
    });
  } catch (error) {
    if (!(error instanceof AppError) || isTemporary(error)) throw error;
    const failure: UploadFailure = { code: error.code, message: error.message };
    await em.nativeUpdate(UploadSession, { id, state: 'receiving' }, { state: 'failed', failure });
  }
  await bytes.remove(id);
}

/** Returns whether the same bytes may be accepted later. */
function isTemporary({ code }: AppError): boolean {
  return code === 'UNAVAILABLE' || code === 'RATE_LIMITED';
}

/** Removes an upload, but not the file of a finished one. @throws AppError WRONG_STATE while another node holds it. */
export async function removeSession(em: EntityManager, { bytes }: UploadDeps, { id }: { id: string }): Promise<void> {
  await bytes.withLock(id, async () => {
    await em.nativeDelete(UploadSession, { id });
    await bytes.remove(id);
  });
}

const EXPIRED = {
  name: 'upload-remove-expired',
  text: `delete from upload_sessions where expires_at <= now() and (lease_until is null or lease_until < now())
    returning id`,
};
const KNOWN = {
  name: 'upload-known',
  text: `select id from upload_sessions where id = any($1::uuid[]) and state = 'receiving'`,
};

/** Age at which bytes without an upload count as orphaned, in milliseconds. */
const ORPHAN_AGE_MS = HOUR_MS;

/** Removes expired uploads, and bytes without a row. */
export async function removeExpiredUploads(reader: Reader, bytes: UploadBytes): Promise<void> {
  for (const { id } of await read<{ id: string }>(reader, EXPIRED, [])) await bytes.remove(id);
  const ids = await bytes.listOlderThan(new Date(databaseNowMs() - ORPHAN_AGE_MS));
  const known = new Set((await read<{ id: string }>(reader, KNOWN, [ids])).map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) await bytes.remove(id);
}

function viewOf(session: UploadSession, { offset, file }: { offset: number; file?: StoredFile }): UploadSessionView {
  const isWhole = offset === session.sizeBytes;
  return {
    id: session.id,
    url: `${SESSIONS_PATH}/${session.id}`,
    state: file ? 'ready' : isWhole ? 'processing' : 'receiving',
    offset,
    size: session.sizeBytes,
    chunkBytes: FILE_LIMITS.chunkBytes,
    expiresAt: session.expiresAt.toISOString(),
    file: file ? toUploadView(file) : null,
  };
}

/** Returns false when another node holds the upload; throws any other error. */
function isElsewhere(error: unknown): false {
  if (error instanceof AppError && error.code === 'WRONG_STATE') return false;
  throw error;
}

function later(waitMs: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), waitMs).unref());
}
