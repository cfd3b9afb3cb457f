import { defineEntity, p } from '@mikro-orm/core';
import type { Audience, OfficeHours, ProfileField, QuietHours, Reach, SuggestionSource } from '#shared/api/privacy.ts';
import type { DirectoryField } from '#shared/api/students.ts';
import { createdAtColumn, idColumn, updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const PrivacySettingsSchema = defineEntity({
  name: 'PrivacySettings',
  tableName: 'privacy_settings',
  properties: {
    id: idColumn(),
    userId: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').unique('privacy_settings_user_id_unique').deleteRule('cascade'),
    whoCanMessage: p.text().$type<Reach>().nullable(),
    whoCanCall: p.text().$type<Reach>().nullable(),
    whoCanConnect: p.text().$type<Reach>().nullable(),
    whoCanMention: p.text().$type<Reach>().nullable(),
    directory: p.boolean().nullable(),
    /** The fields that the directory shows; null until chosen. */
    directoryFields: p.json<DirectoryField[]>().nullable(),
    fieldVisibility: p.json<Partial<Record<ProfileField, Audience>>>().defaultRaw(`'{}'`),
    readReceipts: p.boolean().default(true),
    presence: p.boolean().default(true),
    alwaysRelay: p.boolean().default(false),
    historyPaused: p.boolean().default(false),
    suggestionSources: p.json<Partial<Record<SuggestionSource, boolean>>>().defaultRaw(`'{}'`),
    quietHours: p.json<QuietHours>().nullable(),
    officeHours: p.json<OfficeHours>().nullable(),
    createdAt: createdAtColumn(),
    updatedAt: updatedAtColumn(),
  },
});

/** A user's privacy settings; null and missing keys of the JSON mean the default of the role. */
export class PrivacySettings extends PrivacySettingsSchema.class {}
PrivacySettingsSchema.setClass(PrivacySettings);
