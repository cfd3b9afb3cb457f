import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { preferencesSchemas } from './preferences.schema.ts';

/** The five colour schemes by name and hex. */
export const COLOR_SCHEMES = {
  blue: '#2563EB',
  violet: '#7C3AED',
  green: '#047857',
  rose: '#BE123C',
  amber: '#B45309',
} as const;
/** Hex of a colour scheme. */
export type ColorScheme = (typeof COLOR_SCHEMES)[keyof typeof COLOR_SCHEMES];
/** Themes a member can choose. */
export const THEMES = ['light', 'dark', 'system'] as const;
/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number];

/** A member's saved preferences. */
export interface PreferencesView {
  theme: Theme;
  colorScheme: ColorScheme;
  /** 1, 2 or 3: 0.875, 1 and 1.125 rem. */
  fontSize: 1 | 2 | 3;
  emailNotifications: boolean;
  pushNotifications: boolean;
  messageNotifications: boolean;
  connectionNotifications: boolean;
  courseUpdateNotifications: boolean;
  marketingNotifications: boolean;
  /** True: Enter sends a message and Shift+Enter starts a new line; false: Ctrl+Enter (Cmd+Enter) sends. */
  sendWithEnter: boolean;
  /** True when a new message plays a sound. */
  messageSound: boolean;
}

/** Changes of preferences; an omitted field is not changed. */
export type PreferencesInput = z.infer<typeof preferencesSchemas.editPreferences.body>;

/** Preferences of the signed-in member. */
export const preferencesEndpoints = endpoints<typeof preferencesSchemas>()({
  getPreferences: endpoint<PreferencesView>()({
    method: 'GET',
    path: '/api/preferences',
    who: 'signedIn',
    isBeforeTwoFactor: true,
  }),
  editPreferences: endpoint<PreferencesView>()({
    method: 'PATCH',
    path: '/api/preferences',
    who: 'signedIn',
  }),
});
