import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const DirectoryListingSchema = defineEntity({
  name: 'DirectoryListing',
  tableName: 'directory_listings',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    /** The full name where the student shows it, else the username. */
    name: p.text(),
    hasName: p.boolean(),
    institution: p.text().nullable(),
    field: p.text().nullable(),
    /** The year in which the studies began. */
    year: p.integer().nullable(),
    bio: p.text().nullable(),
    hasPhoto: p.boolean(),
    hasCourses: p.boolean(),
    hasMutuals: p.boolean(),
    createdAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex('directory_listings_new', '"directory_listings" ("created_at" desc, "user_id" desc)'),
    sqlIndex('directory_listings_name', '"directory_listings" ("name" collate "und-x-icu", "user_id")'),
  ],
});

/** The directory entry of a student, derived from their consent and profile; every value may be shown. */
export class DirectoryListing extends DirectoryListingSchema.class {}
DirectoryListingSchema.setClass(DirectoryListing);
