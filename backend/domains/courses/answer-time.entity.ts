import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const AnswerTimeSchema = defineEntity({
  name: 'AnswerTime',
  tableName: 'answer_times',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    answered: p.integer(),
    /** Null when fewer than half of the questions are answered. */
    medianMinutes: p.integer().fieldName('median_minutes').nullable(),
  },
  checks: [{ name: 'answer_times_check', expression: 'answered >= 0 and median_minutes >= 0' }],
});

/** How many of the latest questions about their items an author has answered, and how soon. */
export class AnswerTime extends AnswerTimeSchema.class {}
AnswerTimeSchema.setClass(AnswerTime);
