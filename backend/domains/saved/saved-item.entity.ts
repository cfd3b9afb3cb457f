import { defineEntity, p } from '@mikro-orm/core';
import type { SavedType } from '#shared/api/saved.ts';
import { createdAtColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SavedItemSchema = defineEntity({
  name: 'SavedItem',
  tableName: 'saved_items',
  primaryKeys: ['userId', 'type', 'itemId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    type: p.text().$type<SavedType>().primary(),
    itemId: p.uuid().primary(),
    createdAt: createdAtColumn(),
  },
  indexes: [sqlIndex('saved_items_user_list', '"saved_items" ("user_id", "type", "created_at" desc, "item_id" desc)')],
});

/** An item that a user saved for later, of any noun, therefore without a foreign key. */
export class SavedItem extends SavedItemSchema.class {}
SavedItemSchema.setClass(SavedItem);
