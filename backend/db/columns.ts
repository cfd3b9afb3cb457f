import { p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';

/** Builds the primary key column every table of records has: a UUIDv7 made by the server when the entity is created. */
export const idColumn = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuidv7());

/** Builds a timestamp of millisecond precision set once, when the row is made. */
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
