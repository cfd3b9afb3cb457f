import type { PreferencesView } from '#shared/api/preferences.ts';
import type { UserPreferences } from './user-preferences.entity.ts';

/** Joins the saved preferences of a user as `p`; without saved ones every column is null. */
export const joinPreferences = (userId: string) => `left join user_preferences p on p.user_id = ${userId}`;

/** Selects the ids (`user_id`) of the users with the switch for news on, after an id, in the order of the ids. */
export const subscribersAfter = (id: string) =>
  `select n.user_id from user_preferences n where n.marketing_notifications and n.user_id > ${id}::uuid
    order by n.user_id`;

/** Converts saved preferences to their view. */
export function toPreferencesView(saved: UserPreferences): PreferencesView {
  return {
    theme: saved.theme,
    colorScheme: saved.colorScheme,
    fontSize: saved.fontSize,
    emailNotifications: saved.emailNotifications,
    pushNotifications: saved.pushNotifications,
    messageNotifications: saved.messageNotifications,
    connectionNotifications: saved.connectionNotifications,
    courseUpdateNotifications: saved.courseUpdateNotifications,
    marketingNotifications: saved.marketingNotifications,
    sendWithEnter: saved.sendWithEnter,
    messageSound: saved.messageSound,
  };
}
