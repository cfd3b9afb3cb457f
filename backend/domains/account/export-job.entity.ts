import { defineEntity, p } from '@mikro-orm/core';
import type { ExportStatus } from '#shared/api/account.ts';
import { createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const ExportJobSchema = defineEntity({
  name: 'ExportJob',
  tableName: 'export_jobs',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    status: p.text().$type<ExportStatus>().default('waiting'),
    progress: p.integer().default(0),
    sizeBytes: p.bigint('number').nullable(),
    createdAt: createdAtColumn(),
    readyAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    /** The session that entered the password last, and when. */
    confirmedSessionId: p.uuid().nullable(),
    confirmedAt: p.datetime(3).nullable(),
  },
  uniques: [
    sqlUnique('export_jobs_running_unique', `"export_jobs" ("user_id") where status in ('waiting', 'working')`),
  ],
  indexes: [sqlIndex('export_jobs_user_list', '"export_jobs" ("user_id", "created_at" desc, "id" desc)')],
  checks: [{ name: 'export_jobs_status_check', expression: `status in ('waiting', 'working', 'ready', 'failed')` }],
});

/** An archive of all data of an account; its bytes are in the export store under its id. `progress` is in percent. */
export class ExportJob extends ExportJobSchema.class {}
ExportJobSchema.setClass(ExportJob);
