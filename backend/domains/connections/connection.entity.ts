import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

/** One state of a connection request. */
export type ConnectionStatus = 'pending' | 'accepted' | 'rejected';

const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connections',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    connectedUserId: () => p.manyToOne(User).mapToPk().fieldName('connected_user_id').deleteRule('cascade'),
    status: p.text().$type<ConnectionStatus>().default('pending'),
    /** The note of the requester; null when there is none. */
    note: p.text().nullable(),
    createdAt: createdAtColumn(),
    /** When it was accepted or declined; a declined request may be repeated after some time. */
    respondedAt: p.datetime(3).nullable(),
    /** When the addressee ignored it silently; the requester is not notified. */
    ignoredAt: p.datetime(3).nullable(),
  },
  uniques: [
    sqlUnique(
      'connections_pair_unique',
      '"connections" (least("user_id", "connected_user_id"), greatest("user_id", "connected_user_id"))',
    ),
  ],
  indexes: [
    sqlIndex('connections_sent_list', '"connections" ("user_id", "status", "created_at" desc, "id" desc)'),
    sqlIndex(
      'connections_received_list',
      '"connections" ("connected_user_id", "status", "created_at" desc, "id" desc)',
    ),
    // Contain all that is read of who is connected with whom.
    sqlIndex('connections_sent_accepted', `"connections" ("user_id", "connected_user_id") where status = 'accepted'`),
    sqlIndex(
      'connections_received_accepted',
      `"connections" ("connected_user_id", "user_id") where status = 'accepted'`,
    ),
    sqlIndex('connections_accepted_index', `"connections" ("responded_at") where status = 'accepted'`),
  ],
  checks: [
    { name: 'connections_pair_check', expression: 'user_id <> connected_user_id' },
    { name: 'connections_status_check', expression: `status in ('pending', 'accepted', 'rejected')` },
  ],
});

/** A request from `userId` to `connectedUserId`; two users share at most one row, in either direction. */
export class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection);
