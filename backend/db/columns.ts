import { p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';

/** Builds a primary key column: a UUIDv7, generated when the entity is created with `em.create`. */
export const idColumn = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuidv7());

/** Builds a timestamp column with millisecond precision, set when the row is created. */
export const createdAtColumn = () =>
  p
    .datetime(3)
    .onCreate(() => new Date())
    .defaultRaw('now()');

/** Builds a timestamp column with millisecond precision, set when the row is created and whenever it changes. */
export const updatedAtColumn = () =>
  p
    .datetime(3)
    .onCreate(() => new Date())
    .onUpdate(() => new Date())
    .defaultRaw('now()');

/** The value of a JSON column: any object. The schema of the noun in `shared/api` defines its fields. */
export type JsonRecord = Record<string, unknown>;

/**
 * Declares an index by SQL, such as one with a sort direction. `on` is what follows `on`, such as `"posts" ("id"
 * desc)`.
 */
export const sqlIndex = (name: string, on: string) => ({ name, expression: `create index "${name}" on ${on}` });

/** Declares a unique index by SQL, such as one over an expression. `on` as in {@link sqlIndex}. */
export const sqlUnique = (name: string, on: string) => ({ name, expression: `create unique index "${name}" on ${on}` });
