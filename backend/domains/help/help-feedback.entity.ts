import { defineEntity, p } from '@mikro-orm/core';
import type { HelpArticleId } from '#shared/api/help.ts';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const HelpFeedbackSchema = defineEntity({
  name: 'HelpFeedback',
  tableName: 'help_feedback',
  primaryKeys: ['articleId', 'userId'],
  properties: {
    articleId: p.text().$type<HelpArticleId>().primary(),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    isHelpful: p.boolean(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'help_feedback_user_id_index', properties: ['userId'] }],
});

/** A user's rating of a help article. */
export class HelpFeedback extends HelpFeedbackSchema.class {}
HelpFeedbackSchema.setClass(HelpFeedback);
