import type { ReactNode } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import { Devices } from '../features/auth/components/Devices.tsx';
import { PasswordForm } from '../features/auth/components/PasswordForm.tsx';
import { AppearanceFields } from '../features/preferences/components/AppearanceFields.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import { PrivacyFields } from '../features/preferences/components/PrivacyFields.tsx';
import { VisibilityFields } from '../features/preferences/components/VisibilityFields.tsx';
import { BlockedPeople } from '../features/users/components/BlockedPeople.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The member's settings, section by section. */
export function SettingsScreen({ role, appearance, onChange }: { role: Role } & AppearanceFieldsProps) {
  usePageTitle('Settings');
  return (
    <PageColumns>
      <PageHeader title="Settings" text="Changes take effect at once." />
      <div className="space-y-4">
        <Section id="appearance" title="Appearance" text="How Lyceum looks, on every device you sign in on.">
          <AppearanceFields appearance={appearance} onChange={onChange} />
        </Section>
        <Section id="privacy" title="Privacy" text="Who reaches you, and what others notice of you.">
          <PrivacyFields isStudent={role === 'student'} />
        </Section>
        <Section id="visibility" title="Profile" text="Who sees which part of your profile. “View as” on your profile shows it through other eyes.">
          <VisibilityFields />
        </Section>
        <Section id="devices" title="Devices" text="Where you are signed in. Sign out what you do not know, and change your password.">
          <Devices />
        </Section>
        <Section id="password" title="Password" text="Changing it signs every other device out.">
          <PasswordForm />
        </Section>
        <Section id="blocked" title="Blocked people" text="You and they see nothing of each other. They are not told.">
          <BlockedPeople />
        </Section>
      </div>
    </PageColumns>
  );
}

function Section({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={id} className="p-6">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-5 text-text-muted">{text}</p>
      {children}
    </Card>
  );
}
