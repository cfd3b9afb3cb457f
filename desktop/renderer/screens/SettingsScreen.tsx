import { AppearanceFields } from '../features/preferences/components/AppearanceFields.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The member's settings: appearance, which takes effect at once. */
export function SettingsScreen({ appearance, onChange }: AppearanceFieldsProps) {
  usePageTitle('Settings');
  return (
    <PageColumns>
      <PageHeader title="Settings" text="Changes take effect at once." />
      <Card as="section" aria-labelledby="appearance" className="p-6">
        <h2 id="appearance" className="text-base font-semibold">
          Appearance
        </h2>
        <p className="mt-0.5 mb-5 text-text-muted">How Lyceum looks, on every device you sign in on.</p>
        <AppearanceFields appearance={appearance} onChange={onChange} />
      </Card>
    </PageColumns>
  );
}
