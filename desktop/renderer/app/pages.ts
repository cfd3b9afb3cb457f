import { lazy } from 'react';
import type { PrefetchPage } from '../lib/page/prefetch.ts';

const LOAD = {
  home: () => import('../screens/HomeScreen.tsx'),
  library: () => import('../screens/LibraryScreen.tsx'),
  profile: () => import('../screens/ProfileScreen.tsx'),
  chat: () => import('../screens/ChatScreen.tsx'),
};

/** The pages prefetched for members, two seconds after start or after they have signed in. */
export const PREFETCH_PAGES: readonly PrefetchPage[] = [
  { path: '/home', load: LOAD.home },
  { path: '/library', load: LOAD.library },
  { path: '/profile', load: LOAD.profile },
  { path: '/chat', load: LOAD.chat },
];

/** The pages by name; each loads on demand. */
export const Pages = {
  Landing: lazy(async () => ({ default: (await import('../screens/LandingScreen.tsx')).LandingScreen })),
  PublicItem: lazy(async () => ({ default: (await import('../screens/PublicItemScreen.tsx')).PublicItemScreen })),
  Auth: lazy(async () => ({ default: (await import('../screens/AuthScreen.tsx')).AuthScreen })),
  Privacy: lazy(async () => ({ default: (await import('../screens/PrivacyScreen.tsx')).PrivacyScreen })),
  Terms: lazy(async () => ({ default: (await import('../screens/TermsScreen.tsx')).TermsScreen })),
  SignedIn: lazy(async () => ({ default: (await import('./SignedInApp.tsx')).SignedInApp })),
  Home: lazy(async () => ({ default: (await LOAD.home()).HomeScreen })),
  Library: lazy(async () => ({ default: (await LOAD.library()).LibraryScreen })),
  Chat: lazy(async () => ({ default: (await LOAD.chat()).ChatScreen })),
  Calls: lazy(async () => ({ default: (await LOAD.chat()).Calls })),
  Profile: lazy(async () => ({ default: (await LOAD.profile()).ProfileScreen })),
  Settings: lazy(async () => ({ default: (await import('../screens/SettingsScreen.tsx')).SettingsScreen })),
  SettingsWindow: lazy(async () => ({
    default: (await import('../screens/settings/SettingsWindow.tsx')).SettingsWindow,
  })),
  Analytics: lazy(async () => ({ default: (await import('../screens/AnalyticsScreen.tsx')).AnalyticsScreen })),
  Students: lazy(async () => ({ default: (await import('../screens/StudentsScreen.tsx')).StudentsScreen })),
  Courses: lazy(async () => ({ default: (await import('../screens/CoursesScreen.tsx')).CoursesScreen })),
  Connections: lazy(async () => ({ default: (await import('../screens/ConnectionsScreen.tsx')).ConnectionsScreen })),
  RequiredTwoFactor: lazy(async () => ({
    default: (await import('../screens/RequiredTwoFactorScreen.tsx')).RequiredTwoFactorScreen,
  })),
  Help: lazy(async () => ({ default: (await import('../screens/HelpScreen.tsx')).HelpScreen })),
  NotFound: lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage })),
};
