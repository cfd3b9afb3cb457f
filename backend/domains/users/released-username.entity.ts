import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const ReleasedUsernameSchema = defineEntity({
  name: 'ReleasedUsername',
  tableName: 'released_usernames',
  properties: {
    /** In lower case, as usernames are compared. */
    username: p.text().primary(),
    /** Who had the username and can take it back; null when the account was deleted. */
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('set null').nullable(),
    /** Until when no one else can take it. */
    heldUntil: p.datetime(3),
  },
  indexes: [
    { name: 'released_usernames_user_id_index', properties: ['userId'] },
    { name: 'released_usernames_held_until_index', properties: ['heldUntil'] },
  ],
});

/** A username that a member gave up, by another one or by the deletion of the account: older texts still mention it. */
export class ReleasedUsername extends ReleasedUsernameSchema.class {}
ReleasedUsernameSchema.setClass(ReleasedUsername);
