import { defineEntity, p } from '@mikro-orm/core';
import type { AdSection, AdState } from '#shared/api/advertisements.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Event } from '../events/event.entity.ts';
import { StoredFile } from '../files/file.entity.ts';
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
    imageFileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('image_file_id').nullable().deleteRule('set null'),
    imageAlt: p.text().nullable(),
    linkUrl: p.text().nullable(),
    /** The event that it promotes in place of a link; deleting the event deletes it. */
    eventId: () => p.manyToOne(Event).mapToPk().fieldName('event_id').nullable().deleteRule('cascade'),
    section: p.integer().$type<AdSection>().default(1),
    createdAt: createdAtColumn(),
    state: p.text().$type<AdState>().default('review'),
    /** The reason why an operator rejected it. */
    rejectionReason: p.text().nullable(),
    /** Counts the owner's edits; an operator approves one revision. */
    revision: p.integer().default(1),
    /** The revision of the event with which it was approved; null for a link, or before the first approval. */
    approvedEventRevision: p.integer().nullable(),
    /** The advertiser's name with which it was approved; null before the first approval. */
    approvedName: p.text().nullable(),
  },
  indexes: [
    sqlIndex('advertisements_section_list', '"advertisements" ("section", "created_at" desc, "id" desc)'),
    sqlIndex('advertisements_register_list', `"advertisements" ("created_at" desc, "id" desc) where state = 'active'`),
    { name: 'advertisements_user_id_index', properties: ['userId'] },
    { name: 'advertisements_image_file_id_index', properties: ['imageFileId'] },
    { name: 'advertisements_event_id_index', properties: ['eventId'] },
  ],
  checks: [
    { name: 'advertisements_state_check', expression: `state in ('draft', 'review', 'active', 'paused', 'rejected')` },
  ],
});

/** One advertisement, shown in the numbered section of the page it was placed in. */
export class Advertisement extends AdvertisementSchema.class {}
AdvertisementSchema.setClass(Advertisement);
