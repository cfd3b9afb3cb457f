import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const BlockSchema = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  primaryKeys: ['blockerId', 'blockedId'],
  properties: {
    blockerId: () => p.manyToOne(User).mapToPk().primary().fieldName('blocker_id').deleteRule('cascade'),
    blockedId: () => p.manyToOne(User).mapToPk().primary().fieldName('blocked_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'blocks_blocked_index', properties: ['blockedId', 'blockerId'] }],
  checks: [{ name: 'blocks_pair_check', expression: 'blocker_id <> blocked_id' }],
});

/** A user's block of another user; it hides each from the other. */
export class Block extends BlockSchema.class {}
BlockSchema.setClass(Block);
