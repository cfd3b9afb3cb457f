import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DATA_RECORDS } from './data-records.ts';

const BACKEND_DIR = path.join(import.meta.dirname, '../../../../backend');

test('the privacy policy names each table of the database, and no other', () => {
  const tables = globSync('**/*.entity.ts', { cwd: BACKEND_DIR }).flatMap((file) =>
    [...readFileSync(path.join(BACKEND_DIR, file), 'utf8').matchAll(/tableName: '([a-z_]+)'/g)].map(
      (match) => match[1],
    ),
  );
  expect(DATA_RECORDS.map((record) => record.table).toSorted()).toEqual(tables.toSorted());
});
