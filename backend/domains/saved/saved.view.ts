import type { SavedType } from '#shared/api/saved.ts';

/**
 * Tests whether the viewer ($1) has saved the item whose id an SQL expression names; never null. The limit stops
 * Postgres from reading all items that a user ever saved.
 */
export const isSaved = (type: SavedType, id: string) =>
  `((select true from saved_items sv where sv.user_id = $1 and sv.type = '${type}' and sv.item_id = ${id}
    limit 1) is not null)`;

/** Selects what the viewer ($1) has saved of a type: the item's id (`item_id`) and when (`created_at`). */
export const savedOf = (type: SavedType) =>
  `select si.item_id, si.created_at from saved_items si where si.user_id = $1 and si.type = '${type}'`;
