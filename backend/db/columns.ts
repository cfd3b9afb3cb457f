import { p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';

/** Builds the primary key column of a table of records: a UUIDv7 that the server creates with the entity. */
export const idColumn = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuidv7());

/** Builds a timestamp of millisecond precision, set when the row is created. */
export const createdAtColumn = () =>
  p
    .datetime(3)
    .onCreate(() => new Date())
    .defaultRaw('now()');

/** Builds a timestamp of millisecond precision set on every write of the row. */
export const updatedAtColumn = () =>
  p
    .datetime(3)
    .onCreate(() => new Date())
    .onUpdate(() => new Date())
    .defaultRaw('now()');

/** Any JSON object; the noun's schema defines its content. */
export type JsonRecord = Record<string, unknown>;

/** Declares an index that needs SQL, such as one with a direction; `on` is the table and what follows its name. */
export const sqlIndex = (name: string, on: string) => ({ name, expression: `create index "${name}" on ${on}` });

/** Declares a unique index that needs SQL, such as one over an expression. */
export const sqlUnique = (name: string, on: string) => ({ name, expression: `create unique index "${name}" on ${on}` });
