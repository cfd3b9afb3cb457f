import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const AdvertisementSchema = defineEntity({
  name: 'Advertisement',
  tableName: 'advertisements',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    title: p.text(),
    description: p.text(),
    imageUrl: p.text().nullable(),
    linkUrl: p.text().nullable(),
    section: p.integer().default(1),
    createdAt: createdAtColumn(),
  },
  indexes: [
    {
      name: 'advertisements_section_list',
      expression: 'create index "advertisements_section_list" on "advertisements" ("section", "created_at" desc, "id" desc)',
    },
    { name: 'advertisements_user_id_index', properties: ['userId'] },
  ],
});

/** One advertisement, shown in the numbered section of the page it was placed in. */
export class Advertisement extends AdvertisementSchema.class {}
AdvertisementSchema.setClass(Advertisement);
