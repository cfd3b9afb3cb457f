import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';

/** The result of the last clean-up of stored files. */
export interface CleanupReport {
  /** Why nothing was moved or deleted; null when it ran. */
  problem: CleanupProblem | null;
  /** Files that are old enough to be checked, and those of them without a row. */
  files: number;
  orphans: number;
  /** Moved to the trash, returned from it, and deleted from it. */
  discarded: number;
  restored: number;
  purged: number;
}

/**
 * `running` on another node; `paused` after a restore of the database; `unmarked` and `foreign` when the store has
 * files, but no marker or that of another database; `too-many` when so many files have no row that the database may be
 * incomplete.
 */
export type CleanupProblem = 'running' | 'paused' | 'unmarked' | 'foreign' | 'too-many';

const InstanceSchema = defineEntity({
  name: 'Instance',
  tableName: 'instance',
  properties: {
    id: idColumn(),
    isOnly: p.boolean().default(true).unique('instance_only_unique'),
    createdAt: createdAtColumn(),
    /** The clean-up of stored files does not run before; set when the database is restored from a backup. */
    cleanupAfter: p.datetime(3).nullable(),
    /** An operator has allowed the next clean-up to exceed its limit. */
    isCleanupAllowed: p.boolean().default(false),
    /** An operator has confirmed that the store belongs to this database. */
    isStoreAdopted: p.boolean().default(false),
    /** Until then, no other clean-up starts. */
    cleaningUntil: p.datetime(3).nullable(),
    cleanedAt: p.datetime(3).nullable(),
    cleanupReport: p.json<CleanupReport>().nullable(),
  },
  checks: [{ name: 'instance_only_check', expression: 'is_only' }],
});

/** The one row that identifies this database, and the state of the clean-up of its stored files. */
export class Instance extends InstanceSchema.class {}
InstanceSchema.setClass(Instance);
