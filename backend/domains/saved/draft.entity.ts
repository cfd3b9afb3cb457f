import { defineEntity, p } from '@mikro-orm/core';
import { updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const DraftSchema = defineEntity({
  name: 'Draft',
  tableName: 'drafts',
  primaryKeys: ['userId', 'key'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    key: p.text().primary(),
    body: p.text(),
    updatedAt: updatedAtColumn(),
  },
});

/** A text a member has not sent yet; `key` names the place it is written at. */
export class Draft extends DraftSchema.class {}
DraftSchema.setClass(Draft);
