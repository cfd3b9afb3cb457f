import { defineEntity, p } from '@mikro-orm/core';
import type { ConversationState } from '#shared/api/messages.ts';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const ConversationSchema = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  properties: {
    id: idColumn(),
    lowId: () => p.manyToOne(User).mapToPk().fieldName('low_id').nullable().deleteRule('set null'),
    highId: () => p.manyToOne(User).mapToPk().fieldName('high_id').nullable().deleteRule('set null'),
    /** Sequence number of the newest message; 0 without one. */
    lastSeq: p.integer().default(0),
    state: p.text().$type<ConversationState>().default('accepted'),
    /** The sender of a message request; null when the two were already connected. */
    requestedBy: () => p.manyToOne(User).mapToPk().fieldName('requested_by').nullable().deleteRule('set null'),
    createdAt: createdAtColumn(),
  },
  uniques: [{ name: 'conversations_pair_unique', properties: ['lowId', 'highId'] }],
  indexes: [
    { name: 'conversations_high_index', properties: ['highId'] },
    { name: 'conversations_requested_by_index', properties: ['requestedBy'] },
  ],
  checks: [
    { name: 'conversations_pair_check', expression: 'low_id < high_id' },
    { name: 'conversations_state_check', expression: `state in ('accepted', 'pending', 'declined')` },
  ],
});

/** The only conversation of two users, the lower id first. The id of a deleted account is null. */
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);
