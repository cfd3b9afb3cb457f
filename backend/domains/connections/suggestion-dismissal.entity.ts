import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SuggestionDismissalSchema = defineEntity({
  name: 'SuggestionDismissal',
  tableName: 'suggestion_dismissals',
  primaryKeys: ['userId', 'dismissedId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    dismissedId: () => p.manyToOne(User).mapToPk().primary().fieldName('dismissed_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
});

/** A user whom another user has dismissed from their suggestions. */
export class SuggestionDismissal extends SuggestionDismissalSchema.class {}
SuggestionDismissalSchema.setClass(SuggestionDismissal);
