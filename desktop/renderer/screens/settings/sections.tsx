import type { Role } from '#shared/api/endpoint.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { AccountDetails } from '../../features/auth/components/AccountDetails.tsx';
import { DeleteAccount } from '../../features/auth/components/DeleteAccount.tsx';
import { Devices } from '../../features/auth/components/Devices.tsx';
import { ExportData } from '../../features/auth/components/ExportData.tsx';
import { PasswordForm } from '../../features/auth/components/PasswordForm.tsx';
import { TwoFactor } from '../../features/auth/components/TwoFactor.tsx';
import { removeUnsent } from '../../features/messages/session/own-session.ts';
import {
  AppearanceFields,
  type AppearanceFieldsProps,
} from '../../features/preferences/components/AppearanceFields.tsx';
import { DeleteHistory } from '../../features/search/components/DeleteHistory.tsx';
import { OfficeHoursFields } from '../../features/preferences/components/OfficeHoursFields.tsx';
import { PrivacyFields } from '../../features/preferences/components/PrivacyFields.tsx';
import { VisibilityFields } from '../../features/preferences/components/VisibilityFields.tsx';
import { weekdayName } from '../../features/users/office-hours.ts';
import { WritingFields } from '../../features/preferences/components/WritingFields.tsx';
import { BlockedUsers } from '../../features/users/components/BlockedUsers.tsx';
import { CreatorProfile } from '../../features/users/components/CreatorProfile.tsx';
import { OfficeHoursLine } from '../../features/users/components/OfficeHoursLine.tsx';
import { readBridge } from '../../lib/page/bridge.ts';
import { lazily } from '../../lib/lazily.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import type { Elements } from '../../ui/elements.ts';

const CaptureSettings = lazily(
  async () => (await import('../../features/calls/components/CaptureSettings.tsx')).CaptureSettings,
);
const DesktopSettings = lazily(
  async () => (await import('../../features/desktop/components/DesktopSettings.tsx')).DesktopSettings,
);
const CallSettings = lazily(async () => (await import('../ChatScreen.tsx')).CallSettings);

const ManagedSettings = lazily(
  async () => (await import('../../features/policy/components/ManagedSettings.tsx')).ManagedSettings,
);

/** One section of the settings; `words` are other words that find it. */
export interface SettingsSection {
  id: string;
  title: string;
  text: string;
  words: string;
  content: Elements;
}

/** The settings of the desktop app, stored on this computer. */
const DESKTOP_SECTION: SettingsSection = {
  id: 'desktop',
  title: 'Desktop app',
  words: 'computer start login tray close zoom download folder spelling dictionary language diagnostics log',
  text: 'How the app behaves on this computer, for everyone who uses it here.',
  content: <DesktopSettings />,
};

/** Removes a deleted account from this device, with the messages that were not sent. */
async function leave(userId: string, onLeave: () => Promise<void>): Promise<void> {
  removeUnsent(userId);
  await onLeave();
}

/** The signed-in user, and the appearance settings with the function that changes them. */
export interface SettingsProps extends AppearanceFieldsProps {
  role: Role;
  userId: string;
  /** Removes the session from this device after the account was deleted. */
  onLeave: () => Promise<void>;
}

/** The permissions of the computer's devices, which only the desktop client decides. */
function captureSection(bridge: Bridge | undefined): (SettingsSection & { isForMembers: boolean })[] {
  if (!bridge) return [];
  return [
    {
      id: 'capture',
      title: 'Camera and microphone',
      words: 'permission allow deny never always ask device screen share',
      text: 'Whether Lyceum may use them on this computer. “Calls” has which devices it uses.',
      isForMembers: true,
      content: <CaptureSettings bridge={bridge} />,
    },
  ];
}

/** Returns the sections of a role; creators have no profile, chat or connections. */
export function sectionsOf({ role, userId, onLeave, ...appearance }: SettingsProps): SettingsSection[] {
  const sections: (SettingsSection & { isForMembers?: boolean; isForCreators?: boolean; isForDesktop?: boolean })[] = [
    {
      id: 'account',
      title: 'Account',
      words: 'name username e-mail email address confirm role',
      text: 'Your name, username and email address. Only you see your email address.',
      content: <AccountDetails />,
    },
    {
      id: 'profile',
      title: 'Profile',
      words: 'name photo picture biography about',
      text: 'Your name, photo and biography, as others see them with your items.',
      isForCreators: true,
      content: <CreatorProfile />,
    },
    {
      id: 'appearance',
      title: 'Appearance',
      words: 'theme dark light colour color font size',
      text: 'How Lyceum looks, on every device you sign in on.',
      content: <AppearanceFields {...appearance} />,
    },
    {
      id: 'notifications',
      title: 'Notifications',
      words: 'e-mail mail push bell quiet hours night digest mute test',
      text: 'Which notifications you get, by which channel, and when.',
      content: <NotificationSettings role={role} userId={userId} />,
    },
    {
      id: 'chat',
      title: 'Chat',
      words: 'message enter send ctrl sound office hours answer days times zone',
      text: 'How you send messages, and your office hours.',
      isForMembers: true,
      content: (
        <div className="space-y-6">
          <WritingFields />
          {role === 'teacher' && (
            <OfficeHoursFields dayName={weekdayName} preview={(hours) => <OfficeHoursLine hours={hours} />} />
          )}
        </div>
      ),
    },
    {
      id: 'calls',
      title: 'Calls',
      words: 'call microphone camera speaker ring ringtone sound device test video voice',
      text: 'The devices of your calls, and the ringtone. “Privacy” has who can call you, and the relay.',
      isForMembers: true,
      content: <CallSettings />,
    },
    ...captureSection(readBridge()),
    ...(readBridge() ? [DESKTOP_SECTION] : []),
    {
      id: 'privacy',
      title: 'Privacy',
      words:
        'message call relay address connect mention directory read receipts online presence search history suggestions',
      text: 'Who can reach you, and what others can see about you.',
      isForMembers: true,
      content: <PrivacyFields isStudent={role === 'student'} history={<DeleteHistory />} />,
    },
    {
      id: 'visibility',
      title: 'Profile',
      words: 'visibility field education experience bio hide',
      text: 'Who sees each part of your profile. “View as” on your profile shows it as others see it.',
      isForMembers: true,
      content: <VisibilityFields />,
    },
    {
      id: 'devices',
      title: 'Devices',
      words: 'sessions sign out',
      text: 'Where you are signed in. Sign out any device you don’t recognise, and change your password.',
      content: <Devices />,
    },
    {
      id: 'password',
      title: 'Password',
      words: 'change',
      text: 'Changing it signs out all other devices.',
      content: <PasswordForm />,
    },
    {
      id: 'two-factor',
      title: 'Two-factor sign-in',
      words: '2fa totp authenticator code recovery',
      text: 'Logging in also requires a code from an app on your phone, so a password alone is not enough.',
      content: <TwoFactor />,
    },
    {
      id: 'blocked',
      title: 'Blocked members',
      words: 'block unblock',
      text: 'You and they can’t see each other. They are not notified.',
      isForMembers: true,
      content: <BlockedUsers />,
    },
    {
      id: 'computer',
      title: 'This computer',
      words: 'policy managed institution server shared lab desktop app sign out lock idle proxy',
      text: 'What your institution has set for the app on this computer.',
      isForDesktop: true,
      content: <ManagedSettings />,
    },
    {
      id: 'export',
      title: 'Your data',
      words: 'export download copy archive json',
      text: 'A copy of everything Lyceum stores about you, as pages and JSON, with your files.',
      content: <ExportData />,
    },
    {
      id: 'delete',
      title: 'Delete account',
      words: 'remove close leave',
      text: 'You have 14 days to change your mind.',
      content: <DeleteAccount onLeave={() => leave(userId, onLeave)} />,
    },
  ];
  const isDesktop = readBridge() !== undefined;
  return sections.filter(
    ({ isForMembers, isForCreators, isForDesktop }) =>
      !(role === 'creator' ? isForMembers : isForCreators) && (isDesktop || !isForDesktop),
  );
}
