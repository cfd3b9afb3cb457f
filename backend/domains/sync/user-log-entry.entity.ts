import { defineEntity, p } from '@mikro-orm/core';
import type { UserLogPushName } from '#shared/realtime/user-log.ts';
import { createdAtColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const UserLogEntrySchema = defineEntity({
  name: 'UserLogEntry',
  tableName: 'user_log_entries',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    seq: p.bigint('number').primary(),
    kind: p.text().$type<UserLogPushName>(),
    /** Ids only; the view is built at delivery, so that the log never retains deleted content. */
    payload: p.json<JsonRecord>(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'user_log_entries_created_index', properties: ['createdAt'] }],
});

/** One entry of a user's log; `seq` counts 1, 2, 3 without gaps in the order of commits. */
export class UserLogEntry extends UserLogEntrySchema.class {}
UserLogEntrySchema.setClass(UserLogEntry);
