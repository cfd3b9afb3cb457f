import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { migrate, reset } from '../../db/commands.ts';
import { createPool } from '../../db/pool.ts';
import { createFileStore, previewKey, type FileStore } from '../../gateways/file-store.ts';
import { createS3Store } from '../../gateways/s3-store.ts';
import { buildUser } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startS3Server, type S3Server } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { adoptStore, allowCleanup, claimStore, cleanUpFiles, loadCleanupStatus } from './file-cleanup.ts';
import { StoredFile } from './file.entity.ts';

let app: TestApp;
let s3: S3Server;
let folder: string;
let userId: string;

beforeAll(async () => {
  [app, s3] = await Promise.all([createTestApp(), startS3Server()]);
  userId = (await buildUser(app.em())).id;
});
afterAll(async () => {
  await app.close();
  await s3.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-cleanup-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await app.pool.query('update instance set cleanup_after = null, is_cleanup_allowed = false');
});

/** An id of a file that was made long ago, so that only the time of the bytes matters. */
const oldId = () => uuidv7({ msecs: Date.now() - DAY_MS });
const inTwoHours = () => new Date(Date.now() + 2 * HOUR_MS);
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

async function insertRow(id: string): Promise<void> {
  const row = { id, ownerId: userId, purpose: 'message-file' as const, sha256: '', mime: 'text/plain' };
  await app.em().insert(StoredFile, { ...row, name: 'a.txt', sizeBytes: 5, state: 'ready' });
}
/** The bytes as they are stored, without restoring them from the trash. */
async function listIn(found: AsyncIterable<string[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const part of found) ids.push(...part);
  return ids.toSorted();
}
const stored = (store: FileStore) => listIn(store.listOlderThan(later(1)));
const discarded = (store: FileStore) => listIn(store.listDiscarded(later(100)));

async function emptyBucket(): Promise<FileStore> {
  const store = createS3Store(s3.settings);
  for (const id of [...(await stored(store)), ...(await discarded(store))]) await store.remove(id);
  await store.writeMarker('another database');
  return store;
}

describe.each([
  ['in a folder', async () => createFileStore(join(folder, 'files'))],
  ['in S3', emptyBucket],
])('the clean-up of a store %s', (_where, open) => {
  let store: FileStore;

  beforeEach(async () => {
    store = await open();
    await adoptStore(app.em(), 'Test');
    expect(await claimStore(app.pool, store)).toBeNull();
  });

  it('moves files without a row to the trash, restores one whose row turns up, and deletes the rest after 30 days', async () => {
    const [known, orphan, late, young] = [oldId(), oldId(), oldId(), uuidv7({ msecs: Date.now() + DAY_MS })];
    await insertRow(known);
    for (const id of [known, orphan, late, young]) await store.save(id, Buffer.from('bytes'));
    await store.save(previewKey(orphan), Buffer.from('small'));

    expect(await cleanUpFiles(app.pool, store)).toMatchObject({ problem: null, files: 0, orphans: 0, discarded: 0 });
    expect(await cleanUpFiles(app.pool, store, inTwoHours())).toMatchObject({ files: 4, orphans: 2, discarded: 2 });
    expect(await stored(store)).toEqual([known, young].toSorted());
    expect(await discarded(store)).toEqual([orphan, late].toSorted());

    await insertRow(late);
    expect(await cleanUpFiles(app.pool, store, inTwoHours())).toMatchObject({ restored: 1, purged: 0 });
    expect(await stored(store)).toEqual([known, late, young].toSorted());

    await store.remove(young);
    expect(await cleanUpFiles(app.pool, store, later(29))).toMatchObject({ purged: 0 });
    expect(await cleanUpFiles(app.pool, store, later(32))).toMatchObject({ purged: 1 });
    expect(await discarded(store)).not.toContain(orphan);
    expect(await stored(store)).toEqual(expect.arrayContaining([known, late]));
  });

  it('returns a file from the trash when it is read, and deletes one for good when its owner does', async () => {
    const [kept, erased] = [oldId(), oldId()];
    for (const id of [kept, erased]) await store.save(id, Buffer.from('bytes'));
    await cleanUpFiles(app.pool, store, inTwoHours());
    expect(await stored(store)).toEqual([]);
    const stream = await store.open(kept);
    expect(stream && (await text(stream))).toBe('bytes');
    expect(await stored(store)).toEqual([kept]);
    await store.remove(erased);
    expect(await discarded(store)).toEqual([]);
    expect(await store.open(erased)).toBeNull();
  });

  it('returns a file from the trash to all who read it at the same time', async () => {
    const id = oldId();
    await store.save(id, Buffer.from('bytes'));
    await store.save(previewKey(id), Buffer.from('small'));
    await cleanUpFiles(app.pool, store, inTwoHours());
    expect(await stored(store)).toEqual([]);
    const streams = await Promise.all([id, previewKey(id), id, id].map((key) => store.open(key)));
    const contents = await Promise.all(streams.flatMap((stream) => (stream ? [text(stream)] : [])));
    expect(contents).toEqual(['bytes', 'small', 'bytes', 'bytes']);
    expect(await stored(store)).toEqual([id]);
    expect(await discarded(store)).toEqual([]);
  });

  it('changes nothing in the store of another database, nor in one of a copy of this database', async () => {
    const id = oldId();
    await store.save(id, Buffer.from('bytes'));
    const staging = await createTestDatabase();
    const pool = createPool(staging.url);
    expect(await cleanUpFiles(pool, store, inTwoHours())).toMatchObject({ problem: 'foreign', discarded: 0 });
    const original = await app.pool.query<{ id: string }>('select id from instance');
    await pool.query('update instance set id = $1', [original.rows[0]?.id]);
    expect(await cleanUpFiles(pool, store, later(60))).toMatchObject({ problem: 'foreign', discarded: 0, purged: 0 });
    expect(await stored(store)).toEqual([id]);
    await pool.end();
    await staging.drop();
  });

  it('changes nothing in a store that has files and no marker, until an operator adopts it', async () => {
    const id = oldId();
    await store.save(id, Buffer.from('bytes'));
    let marker: string | null = null;
    const unmarked: FileStore = {
      ...store,
      readMarker: async () => marker,
      writeMarker: async (owner) => {
        marker = owner;
      },
    };
    expect(await cleanUpFiles(app.pool, unmarked, inTwoHours())).toMatchObject({ problem: 'unmarked', discarded: 0 });
    expect([await stored(store), marker]).toEqual([[id], null]);
    expect(await adoptStore(app.em(), 'Rosa')).toBe(true);
    expect(await cleanUpFiles(app.pool, unmarked, inTwoHours())).toMatchObject({ problem: null, discarded: 1 });
    const audited = await app.pool.query(`select 1 from audit_log where event = 'file_store_adopted'
      and details ->> 'operator' = 'Rosa'`);
    expect(audited.rowCount).toBeGreaterThan(0);
  });

  it('moves each file once when two nodes run it at once', async () => {
    const ids = [oldId(), oldId(), oldId()];
    for (const id of ids) await store.save(id, Buffer.from('bytes'));
    const reports = await Promise.all([1, 2].map(() => cleanUpFiles(app.pool, store, inTwoHours())));
    expect(reports.map(({ discarded: count }) => count).toSorted()).toEqual([0, 3]);
    expect([await stored(store), await discarded(store)]).toEqual([[], ids.toSorted()]);
  });

  it('changes nothing while it is paused after a restore of the database', async () => {
    const id = oldId();
    await store.save(id, Buffer.from('bytes'));
    await app.pool.query(`update instance set cleanup_after = now() + interval '7 days'`);
    expect(await cleanUpFiles(app.pool, store, inTwoHours())).toMatchObject({ problem: 'paused', discarded: 0 });
    expect(await stored(store)).toEqual([id]);
    await app.pool.query(`update instance set cleanup_after = now() - interval '1 second'`);
    expect(await cleanUpFiles(app.pool, store, inTwoHours())).toMatchObject({ problem: null, discarded: 1 });
  });
});

describe('the limit', () => {
  /** A store that only counts: `ids` without rows, in one folder. */
  function countingStore(ids: readonly string[], moved: string[]): FileStore {
    const unused = async () => {
      throw new Error('not used');
    };
    return {
      save: unused,
      open: unused,
      remove: unused,
      restore: unused,
      purge: unused,
      async *listOlderThan() {
        yield ids.filter((id) => !moved.includes(id));
      },
      async *listDiscarded() {
        yield* [];
      },
      discard: async (id) => void moved.push(id),
      readMarker: async () => null,
      writeMarker: async () => undefined,
    };
  }
  const clean = async (store: FileStore) => {
    await adoptStore(app.em(), 'Test');
    return cleanUpFiles(app.pool, store, inTwoHours());
  };

  it('lets a thousand files go', async () => {
    const moved: string[] = [];
    const store = countingStore(Array.from({ length: 1_000 }, oldId), moved);
    expect(await clean(store)).toMatchObject({ problem: null, discarded: 1_000 });
  });

  it('stops at more, reports it, and lets an operator allow it once', async () => {
    const moved: string[] = [];
    const store = countingStore(Array.from({ length: 1_001 }, oldId), moved);
    expect(await clean(store)).toMatchObject({ problem: 'too-many', orphans: 1_001, discarded: 0 });
    expect(moved).toEqual([]);
    expect((await loadCleanupStatus(app.pool))?.report).toMatchObject({ problem: 'too-many', orphans: 1_001 });
    expect(await allowCleanup(app.em(), 'Rosa')).toBe(true);
    expect(await clean(store)).toMatchObject({ problem: null, discarded: 1_001 });
    expect(await loadCleanupStatus(app.pool)).toMatchObject({ isCleanupAllowed: false });
  });
});

it('is one job for all nodes, and the files are the server’s own from its start', async () => {
  const node = await createTestApp({ databaseUrl: app.databaseUrl, dataDir: app.dataDir });
  const jobs = await app.pool.query(`select cron from pgboss.schedule where name = 'file-cleanup'`);
  expect(jobs.rows).toEqual([{ cron: '41 3 * * *' }]);
  expect(await claimStore(app.pool, createFileStore(join(app.dataDir, 'files')))).toBeNull();
  await node.close();
});

it('keeps the store of a database that is reset', async () => {
  const database = await createTestDatabase();
  const store = createFileStore(join(folder, 'files'));
  const claim = async (): Promise<string | null> => {
    const pool = createPool(database.url);
    const problem = await claimStore(pool, store);
    await pool.end();
    return problem;
  };
  expect(await claim()).toBeNull();
  await reset(database.url, { migrateUrl: database.ownerUrl });
  expect(await migrate(database.url)).toEqual([]);
  expect(await claim()).toBeNull();
  await database.drop();
});
