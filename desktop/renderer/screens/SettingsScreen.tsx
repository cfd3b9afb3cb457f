import { Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { AccountDetails } from '../features/auth/components/AccountDetails.tsx';
import { DeleteAccount } from '../features/auth/components/DeleteAccount.tsx';
import { Devices } from '../features/auth/components/Devices.tsx';
import { ExportData } from '../features/auth/components/ExportData.tsx';
import { PasswordForm } from '../features/auth/components/PasswordForm.tsx';
import { TwoFactor } from '../features/auth/components/TwoFactor.tsx';
import { AppearanceFields } from '../features/preferences/components/AppearanceFields.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import { PrivacyFields } from '../features/preferences/components/PrivacyFields.tsx';
import { VisibilityFields } from '../features/preferences/components/VisibilityFields.tsx';
import { BlockedPeople } from '../features/users/components/BlockedPeople.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { NotificationSettings } from './settings/NotificationSettings.tsx';

/** One card of the settings; `words` are what else a member may call it. */
interface Section {
  id: string;
  title: string;
  text: string;
  words: string;
  content: ReactNode;
}

/** Props of {@link SettingsScreen}. */
export interface SettingsScreenProps extends AppearanceFieldsProps {
  role: Role;
  userId: string;
  /** Forgets the session here once the account has ended it. */
  onLeave: () => Promise<void>;
}

/** The member's settings, section by section. */
export function SettingsScreen({ role, userId, onLeave, ...looks }: SettingsScreenProps) {
  usePageTitle('Settings');
  const [text, setText] = useState('');
  const { search, hash } = useLocation();
  useEffect(() => {
    const id = new URLSearchParams(search).get('section') ?? hash.slice(1);
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, [search, hash]);
  const sections = sectionsOf({ role, userId, onLeave }, looks);
  const shown = sections.filter((section) => fits(section, text));
  return (
    <PageColumns asideLabel="Sections" aside={<SectionLinks sections={shown} />}>
      <PageHeader title="Settings" text="Changes take effect at once." />
      <div className="relative mb-4">
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
        <TextInput type="search" aria-label="Find a setting" placeholder="Find a setting" dir="auto" className="ps-9" value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <p role="status" className={shown.length === 0 ? 'py-6 text-center text-text-muted' : 'sr-only'}>
        {text.trim() !== '' && (shown.length === 0 ? 'No setting is called so.' : `${String(shown.length)} of ${String(sections.length)} sections`)}
      </p>
      <div className="space-y-4">
        {shown.map(({ id, title, text: about, content }) => (
          <Card key={id} as="section" aria-labelledby={id} className="p-6">
            <h2 id={id} className="scroll-mt-20 text-base font-semibold">
              {title}
            </h2>
            <p className="mt-0.5 mb-5 text-text-muted">{about}</p>
            {content}
          </Card>
        ))}
      </div>
    </PageColumns>
  );
}

function sectionsOf({ role, userId, onLeave }: Pick<SettingsScreenProps, 'role' | 'userId' | 'onLeave'>, looks: AppearanceFieldsProps): Section[] {
  return [
    {
      id: 'account', title: 'Account', words: 'name username e-mail email address confirm role', text: 'Who you are to Lyceum. Your address is shown to nobody else.',
      content: <AccountDetails />,
    },
    {
      id: 'appearance', title: 'Appearance', words: 'theme dark light colour color font size', text: 'How Lyceum looks, on every device you sign in on.',
      content: <AppearanceFields {...looks} />,
    },
    {
      id: 'notifications', title: 'Notifications', words: 'e-mail mail push bell quiet hours night digest mute test', text: 'What reaches you by which way, and when.',
      content: <NotificationSettings role={role} userId={userId} />,
    },
    {
      id: 'privacy', title: 'Privacy', words: 'message call connect directory read receipts online presence search history suggestions', text: 'Who reaches you, and what others notice of you.',
      content: <PrivacyFields isStudent={role === 'student'} />,
    },
    {
      id: 'visibility', title: 'Profile', words: 'visibility field education experience bio hide', text: 'Who sees which part of your profile. “View as” on your profile shows it through other eyes.',
      content: <VisibilityFields />,
    },
    {
      id: 'devices', title: 'Devices', words: 'sessions sign out', text: 'Where you are signed in. Sign out what you do not know, and change your password.',
      content: <Devices />,
    },
    { id: 'password', title: 'Password', words: 'change', text: 'Changing it signs every other device out.', content: <PasswordForm /> },
    {
      id: 'two-factor', title: 'Two-factor sign-in', words: '2fa totp authenticator code recovery', text: 'Signing in asks for a code of an app on your telephone as well, so that a password alone opens nothing.',
      content: <TwoFactor />,
    },
    { id: 'blocked', title: 'Blocked people', words: 'block unblock', text: 'You and they see nothing of each other. They are not told.', content: <BlockedPeople /> },
    {
      id: 'export', title: 'Your data', words: 'export download copy archive json', text: 'A copy of everything Lyceum keeps about you, to read and as JSON, with your files.',
      content: <ExportData />,
    },
    { id: 'delete', title: 'Delete account', words: 'remove close leave', text: 'You have 14 days to change your mind.', content: <DeleteAccount onLeave={onLeave} /> },
  ];
}

function fits({ title, text, words }: Section, wanted: string): boolean {
  const all = `${title} ${text} ${words}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Links to the sections that are shown; jumps by the browser's own means. */
function SectionLinks({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex min-h-9 items-center rounded-md px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
