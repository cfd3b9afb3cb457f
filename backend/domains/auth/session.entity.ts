import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: idColumn(),
    tokenHash: p.blob().unique('sessions_token_hash_unique').hidden(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').nullable().deleteRule('cascade'),
    data: p.json<JsonRecord>().defaultRaw(`'{}'`),
    createdAt: createdAtColumn(),
    lastSeenAt: createdAtColumn(),
    expiresAt: p.datetime(3),
    userAgent: p.text().nullable(),
    ip: p.text().nullable(),
    previousId: p.uuid().nullable(),
    isSuperseded: p.boolean().default(false),
  },
  indexes: [
    { name: 'sessions_user_id_index', properties: ['userId'] },
    { name: 'sessions_expires_at_index', properties: ['expiresAt'] },
    { name: 'sessions_previous_id_index', properties: ['previousId'], where: 'previous_id is not null' },
  ],
});

/**
 * A signed-in or anonymous browser; only the SHA-256 of the cookie's token is stored. `previousId` is the id of the
 * session that this one replaced at sign-in (idempotency keys follow it); the replaced one is superseded, or one whose
 * user has signed out, and its end is not postponed.
 */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
