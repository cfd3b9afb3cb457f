import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const StrangerCountSchema = defineEntity({
  name: 'StrangerCount',
  tableName: 'stranger_counts',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    actorId: () => p.manyToOne(User).mapToPk().primary().fieldName('actor_id').deleteRule('cascade'),
    /** The day (UTC) that is counted. */
    day: p.date().primary(),
    count: p.integer(),
  },
  indexes: [
    { name: 'stranger_counts_actor_index', properties: ['actorId'] },
    { name: 'stranger_counts_day_index', properties: ['day'] },
  ],
});

/**
 * How many notifications of one stranger's texts a member was sent on a day, which limits them. It counts what was
 * sent: neither the deletion of a text nor that of a notification changes it. Deleted after two days.
 */
export class StrangerCount extends StrangerCountSchema.class {}
StrangerCountSchema.setClass(StrangerCount);
