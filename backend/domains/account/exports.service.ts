import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ZipFile } from 'yazl';
import type { ExportView } from '#shared/api/account.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import { queueJob } from '../../db/job-queue.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { ExportStore } from '../../gateways/export-store.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import { queueEmail } from '../../gateways/email.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { settingsPath } from '../auth/security.service.ts';
import { StoredFile } from '../files/file.entity.ts';
import { User } from '../users/user.entity.ts';
import { ExportJob } from './export-job.entity.ts';
import { fileNameOf, htmlOf, indexPage, jsonOf, type PageSource } from './export.pages.ts';
import { listExportTables } from './export.tables.ts';
import { loadExport, type ExportViewer } from './export.view.ts';

/** Name of the job that builds an archive. */
export const EXPORT_JOB = 'export-account';

/** Dependencies of building an archive. */
export interface ExportDeps {
  forkEm: () => EntityManager;
  files: FileStore;
  archives: ExportStore;
}

const INSERT = {
  name: 'export-insert',
  text: `insert into export_jobs (id, user_id, status, progress, created_at, confirmed_session_id, confirmed_at)
    values ($2, $1, 'waiting', 0, now(), $3, now())
    on conflict (user_id) where status in ('waiting', 'working') do nothing returning id`,
};
const RUNNING = {
  name: 'export-running',
  text: `select id from export_jobs where user_id = $1 and status in ('waiting', 'working')`,
};
const CONFIRM = {
  name: 'export-confirm',
  text: 'update export_jobs set confirmed_session_id = $3, confirmed_at = now() where user_id = $1 and id = $2',
};
const CLAIM = {
  name: 'export-claim',
  text: `update export_jobs set status = 'working', progress = 0 where id = $1 and status <> 'ready' returning user_id`,
};
const PROGRESS = { name: 'export-progress', text: 'update export_jobs set progress = $2 where id = $1' };
const FAIL = { name: 'export-fail', text: `update export_jobs set status = 'failed' where id = $1` };
const REMOVE_OLD = {
  name: 'export-remove-old',
  text: `delete from export_jobs where expires_at <= $1 or (status <> 'ready'
    and created_at < $1::timestamptz - $2 * interval '1 millisecond')`,
};
/** Files make up nearly all of an archive, and most of them cannot be compressed. */
const FILE_BYTES = {
  name: 'export-file-bytes',
  text: `select coalesce(sum(size_bytes), 0) as bytes from files where owner_id = $1 and state = 'ready'`,
};
const REPLACE = {
  name: 'export-replace',
  text: `delete from export_jobs where user_id = $1 and id <> $2 returning id`,
};
const KNOWN = { name: 'export-known', text: 'select id from export_jobs where id = any($1::uuid[])' };

/** Requests an archive. Returns the one in progress when there is one. @throws AppError RATE_LIMITED. */
export async function createExport(
  em: EntityManager,
  limits: RateLimits,
  { viewer, ip }: { viewer: Identity; ip: string | null },
): Promise<ExportView> {
  const { id: userId, sessionId } = viewer;
  return transact(em, async (tx) => {
    const [running] = await read<{ id: string }>(tx, RUNNING, [userId]);
    if (!running) {
      await limits.consume('exports', userId);
      const [made] = await read<{ id: string }>(tx, INSERT, [userId, newId(), sessionId]);
      if (made) {
        await queueJob(tx, { name: EXPORT_JOB, data: { exportId: made.id } });
        await recordAudit(tx, { event: 'user_export_requested', actorId: userId, ip });
        return loadOwnExport(tx, viewer, made.id);
      }
    }
    const [first] = running ? [running] : await read<{ id: string }>(tx, RUNNING, [userId]);
    return loadOwnExport(tx, viewer, first?.id ?? '');
  });
}

/** Loads one of the account's archives. @throws AppError NOT_FOUND for another user's and for an expired one. */
export async function loadOwnExport(em: EntityManager, viewer: ExportViewer, exportId: string): Promise<ExportView> {
  const view = await loadExport(em, viewer, exportId);
  if (!view) throw notFound('This copy of your data');
  return view;
}

/** Lets a session that has entered the password download one of the account's archives. @throws AppError NOT_FOUND. */
export async function confirmExport(tx: EntityManager, viewer: Identity, exportId: string): Promise<ExportView> {
  await read(tx, CONFIRM, [viewer.id, exportId, viewer.sessionId]);
  return loadOwnExport(tx, viewer, exportId);
}

/** Builds an archive (HTML pages, JSON and the files themselves) as a stream; does nothing when it is already built. */
export async function buildExport({ forkEm, files, archives }: ExportDeps, exportId: string): Promise<void> {
  const em = forkEm();
  const [claimed] = await read<{ user_id: string }>(em, CLAIM, [exportId]);
  if (!claimed) return;
  try {
    const archive = packAccount(
      { forkEm, files, archives },
      claimed.user_id,
      (percent) => void read(forkEm(), PROGRESS, [exportId, percent]).catch(() => undefined),
    );
    const [size] = await read<{ bytes: string }>(em, FILE_BYTES, [claimed.user_id]);
    const replaced = await finishExport(em, exportId, await archives.save(exportId, archive, Number(size?.bytes ?? 0)));
    for (const id of replaced) await archives.remove(id);
  } catch (error) {
    await read(forkEm(), FAIL, [exportId]);
    throw error;
  }
}

function packAccount({ forkEm, files }: ExportDeps, userId: string, onProgress: (percent: number) => void): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  // It can fail before it is read, and its reader receives the error then; without a listener it would end the process.
  output.on('error', () => undefined);
  let current: Readable | undefined;
  output.on('close', () => current?.destroy());
  const tables = listExportTables(forkEm());
  const counts = new Map<string, number>();
  let done = 0;
  const step = () => onProgress(Math.floor((++done / (tables.length * 2 + 1)) * 100));
  const add = (path: string, open: () => Readable | Promise<Readable>) =>
    zip.addReadStreamLazy(
      path,
      (give) =>
        void Promise.resolve()
          .then(open)
          .then(
            (stream) => {
              current = stream;
              if (output.destroyed) stream.destroy();
              else give(null, stream);
            },
            (error: unknown) => output.destroy(error as Error),
          ),
    );

  for (const table of tables) {
    const source = (onCount: PageSource['onCount']): PageSource => ({ em: forkEm(), userId, table, onCount });
    add(`data/${table.name}.json`, () => Readable.from(jsonOf(source(step))));
    const count = (rows: number) => {
      counts.set(table.name, rows);
      step();
    };
    add(`${table.name}.html`, () => Readable.from(htmlOf(source(count))));
  }
  // A file whose bytes are missing is added as an empty file, so that it does not abort the archive.
  const open = async (id: string) => (await files.open(id)) ?? Readable.from([]);
  void addFiles(forkEm(), userId, (file) => add(fileNameOf(file), () => open(file.id)))
    .then(async () => {
      const user = await forkEm().findOneOrFail(User, { id: userId });
      add('index.html', () =>
        Readable.from([
          indexPage(
            user.fullName,
            databaseNow(),
            tables.map((table) => ({ table, rows: counts.get(table.name) ?? 0 })),
          ),
        ]),
      );
      zip.end();
    })
    .catch((error: unknown) => output.destroy(error as Error));
  return output;
}

async function addFiles(
  em: EntityManager,
  userId: string,
  add: (file: { id: string; name: string }) => void,
): Promise<void> {
  for await (const file of em.stream(StoredFile, {
    where: { ownerId: userId, state: 'ready' },
    orderBy: { id: 'asc' },
  }))
    add(file);
}

/** Makes an archive the only one of its account. Returns the ids of those that it replaces. */
async function finishExport(em: EntityManager, exportId: string, sizeBytes: number): Promise<string[]> {
  return transact(em, async (tx) => {
    const job = await tx.findOneOrFail(ExportJob, { id: exportId }, { refresh: true });
    const now = databaseNow();
    Object.assign(job, {
      status: 'ready',
      progress: 100,
      sizeBytes,
      readyAt: now,
      expiresAt: new Date(now.getTime() + ACCOUNT_LIMITS.exportRetentionMs),
    });
    await tx.flush();
    const user = await tx.findOneOrFail(User, { id: String(job.userId) });
    await recordAudit(tx, { event: 'user_export_ready', actorId: user.id });
    await queueEmail(tx, {
      to: user.email,
      template: 'export-ready',
      data: { name: user.fullName, path: settingsPath(user.role, 'export') },
    });
    return (await read<{ id: string }>(tx, REPLACE, [user.id, exportId])).map(({ id }) => id);
  });
}

/** Deletes expired archives, abandoned attempts, and bytes whose row is deleted. */
export async function removeOldExports({ forkEm, archives }: ExportDeps, now: Date): Promise<void> {
  const em = forkEm();
  await read(em, REMOVE_OLD, [now, ACCOUNT_LIMITS.exportRetentionMs]);
  const ids = await archives.listIds();
  const known = new Set((await read<{ id: string }>(em, KNOWN, [ids])).map((row) => row.id));
  for (const id of ids) if (!known.has(id)) await archives.remove(id);
}
