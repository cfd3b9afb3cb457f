import { defineEntity, p } from '@mikro-orm/core';
import { COLOR_SCHEMES, type ColorScheme, type Theme } from '#shared/api/preferences.ts';
import { createdAtColumn, idColumn, updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const UserPreferencesSchema = defineEntity({
  name: 'UserPreferences',
  tableName: 'user_preferences',
  properties: {
    id: idColumn(),
    userId: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').unique('user_preferences_user_id_unique').deleteRule('cascade'),
    theme: p.text().$type<Theme>().default('system'),
    colorScheme: p.text().$type<ColorScheme>().default(COLOR_SCHEMES.blue),
    fontSize: p.integer().$type<1 | 2 | 3>().default(2),
    emailNotifications: p.boolean().default(true),
    pushNotifications: p.boolean().default(true),
    messageNotifications: p.boolean().default(true),
    connectionNotifications: p.boolean().default(true),
    courseUpdateNotifications: p.boolean().default(true),
    marketingNotifications: p.boolean().default(false),
    sendWithEnter: p.boolean().default(true),
    messageSound: p.boolean().default(true),
    createdAt: createdAtColumn(),
    updatedAt: updatedAtColumn(),
  },
  indexes: [{ name: 'user_preferences_news_index', properties: ['userId'], where: 'marketing_notifications' }],
});

/** A user's saved appearance and notification preferences; one row per user. */
export class UserPreferences extends UserPreferencesSchema.class {}
UserPreferencesSchema.setClass(UserPreferences);
