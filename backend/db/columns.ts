import { p, raw } from '@mikro-orm/core';
import { newId } from './clock.ts';

/** Builds a primary key column: a UUIDv7, generated when the entity is created with `em.create`. */
export const idColumn = () => p.uuid().primary().onCreate(newId);

/** Builds a timestamp column with millisecond precision, which the database sets when the row is inserted. */
export const createdAtColumn = () => p.datetime(3).defaultRaw('now()');

/** Builds a timestamp column with millisecond precision, which the database sets whenever the row changes. */
export const updatedAtColumn = () =>
  p
    .datetime(3)
    .onUpdate(() => raw('now()'))
    .defaultRaw('now()');

/** The check of the columns of an audience, which posts and events have. */
export const AUDIENCE_CHECK = `audience in ('everyone', 'connections', 'institution', 'course')
  and (audience = 'course') = (course_id is not null) and (audience = 'institution') = (institution_id is not null)`;

/** The value of a JSON column: any object. The schema of the noun in `shared/api` defines its fields. */
export type JsonRecord = Record<string, unknown>;

/**
 * Declares an index by SQL, such as one with a sort direction. `on` is what follows `on`, such as `"posts" ("id"
 * desc)`.
 */
export const sqlIndex = (name: string, on: string) => ({ name, expression: `create index "${name}" on ${on}` });

/** Declares a unique index by SQL, such as one over an expression. `on` as in {@link sqlIndex}. */
export const sqlUnique = (name: string, on: string) => ({ name, expression: `create unique index "${name}" on ${on}` });
