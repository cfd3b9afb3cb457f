import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ormConfig } from '../../db/mikro-orm.config.ts';
import { transact } from '../../db/transact.ts';
import { entities } from '../../entities.ts';
import { createFileStore, type FileStore } from '../../gateways/file-store.ts';
import { isDatabaseUnavailable } from '../../db/availability.ts';
import { buildUser } from '../../testing/builders.ts';
import { openDatabaseLink, type DatabaseLink } from '../../testing/database-link.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { User } from '../users/user.entity.ts';
import { StoredFile } from './file.entity.ts';
import { createFile, insertFile, saveBytes } from './files.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let link: DatabaseLink;
let orm: MikroORM;
let store: FileStore;
let folder: string;

const PREPARED = {
  content: Buffer.from('bytes'),
  sizeBytes: 5,
  sha256: 'a'.repeat(64),
  mime: 'text/plain',
  ending: 'txt',
  width: null,
  height: null,
  preview: null,
};
const fileOf = ({ id }: User) => ({
  owner: { id, quotaBytes: 1_000_000 },
  purpose: 'message-file' as const,
  name: 'notes.txt',
  prepared: PREPARED,
});

beforeAll(async () => {
  database = await createTestDatabase();
  link = await openDatabaseLink(database.url);
  orm = await MikroORM.init(ormConfig({ databaseUrl: link.url, entities }));
  folder = mkdtempSync(join(tmpdir(), 'lyceum-files-'));
  store = createFileStore(folder);
});
afterAll(async () => {
  await orm.close(true);
  link.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('keeps the bytes of a file whose transaction runs again after a deadlock', async () => {
  const owner = await buildUser(orm.em.fork());
  const id = await saveBytes(store, PREPARED);
  let attempts = 0;
  await transact(orm.em.fork(), (tx) =>
    insertFile(tx, store, {
      ...fileOf(owner),
      id,
      alongside: async () => {
        attempts += 1;
        if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      },
    }),
  );
  expect(attempts).toBe(2);
  expect(await orm.em.fork().count(StoredFile, { id })).toBe(1);
  expect(await (await store.open(id))?.toArray()).toEqual([PREPARED.content]);
});

it('keeps the bytes of a file whose commit succeeded but whose response was lost', async () => {
  const owner = await buildUser(orm.em.fork());
  link.cutBefore('COMMIT\0');
  const created = createFile(orm.em.fork(), store, fileOf(owner));
  expect(await created.catch(isDatabaseUnavailable)).toBe(true);
  const file = await orm.em.fork().findOneOrFail(StoredFile, { ownerId: owner.id });
  expect(await (await store.open(file.id))?.toArray()).toEqual([PREPARED.content]);
});
