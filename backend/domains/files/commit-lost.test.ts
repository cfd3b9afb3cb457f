import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ormConfig } from '../../db/mikro-orm.config.ts';
import { entities } from '../../entities.ts';
import { createFileStore, type FileStore } from '../../gateways/file-store.ts';
import { isDatabaseUnavailable } from '../../db/availability.ts';
import { buildUser } from '../../testing/builders.ts';
import { openDatabaseLink, type DatabaseLink } from '../../testing/database-link.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { StoredFile } from './file.entity.ts';
import { createFile } from './files.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let link: DatabaseLink;
let orm: MikroORM;
let store: FileStore;
let folder: string;

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

it('keeps the bytes of a file whose commit succeeded but whose response was lost', async () => {
  const owner = await buildUser(orm.em.fork());
  const content = Buffer.from('bytes');
  link.cutBefore('COMMIT\0');
  const created = createFile(orm.em.fork(), store, {
    owner: { id: owner.id, role: owner.role },
    purpose: 'message-file',
    name: 'notes.txt',
    prepared: {
      content,
      sizeBytes: content.length,
      sha256: 'a'.repeat(64),
      mime: 'text/plain',
      ending: 'txt',
      width: null,
      height: null,
      preview: null,
    },
  });
  expect(await created.catch(isDatabaseUnavailable)).toBe(true);
  const file = await orm.em.fork().findOneOrFail(StoredFile, { ownerId: owner.id });
  expect(await (await store.open(file.id))?.toArray()).toEqual([content]);
});
