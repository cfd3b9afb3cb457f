import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { sectionsOf, type SettingsProps, type SettingsSection } from './settings/sections.tsx';
import { useScrollToSection } from './settings/use-scroll-to-section.ts';

/** The user's settings by section, with a search. */
export function SettingsScreen(props: SettingsProps) {
  usePageTitle('Settings');
  const [text, setText] = useState('');
  const { search, hash } = useLocation();
  useScrollToSection(new URLSearchParams(search).get('section') ?? hash.slice(1));
  const sections = sectionsOf(props);
  const shown = sections.filter((section) => fits(section, text));
  return (
    <PageColumns asideLabel="Sections" aside={<SectionLinks sections={shown} />}>
      <PageHeader title="Settings" text="Changes take effect at once." />
      <SearchInput label="Find a setting" className="mb-4" value={text} onChange={setText} />
      <p role="status" className={shown.length === 0 ? 'py-6 text-center text-text-muted' : 'sr-only'}>
        {text.trim() !== '' &&
          (shown.length === 0
            ? 'No matching settings'
            : `${String(shown.length)} of ${String(sections.length)} sections`)}
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

function fits({ title, text, words }: SettingsSection, wanted: string): boolean {
  const all = `${title} ${text} ${words}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Links to the sections that are shown. */
function SectionLinks({ sections }: { sections: readonly SettingsSection[] }) {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-9 items-center rounded-md px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
