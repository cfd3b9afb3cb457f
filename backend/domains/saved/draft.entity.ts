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

/** A text that a user has not sent yet; `key` names the form it is written in. */
export class Draft extends DraftSchema.class {}
DraftSchema.setClass(Draft);
