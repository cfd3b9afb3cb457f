import type { PreferencesView } from '#shared/api/preferences.ts';
import type { UserPreferences } from './user-preferences.entity.ts';

/** Makes the view of saved preferences. */
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
