import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { spanOf } from '../months.ts';
import type { Elements } from '../../../ui/elements.ts';

/** A profile entry with its id and the institution that could confirm it. */
interface ProfileEntry {
  id: string;
  place: string;
}

interface ProfileAboutProps {
  profile: ProfileView;
  /** Action of the user's own empty profile. */
  start: ReactNode;
  /** Renders the confirmation of an entry below it. */
  claim: (entry: ProfileEntry) => Elements;
}

/** The text, education and experience of a profile, newest first. */
export function ProfileAbout({ profile, start, claim }: ProfileAboutProps) {
  const { bio, educationData, experienceData } = profile;
  if (bio === null && educationData.length === 0 && experienceData.length === 0) {
    return (
      <Card isFlush>
        {profile.viewer.isSelf ? (
          <EmptyState
            icon={<FileText />}
            title="Complete your profile"
            text="Add a few words about yourself, your education and your experience, so that others can recognise you."
            action={start}
          />
        ) : (
          <EmptyState
            icon={<FileText />}
            title="Nothing here yet"
            text={
              <>
                <Name>{profile.fullName}</Name> <span>has not written anything about themself.</span>
              </>
            }
          />
        )}
      </Card>
    );
  }
  return (
    <Card as="section" aria-label="About" className="space-y-6 p-6">
      {bio !== null && (
        <p dir="auto" className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">
          {bio}
        </p>
      )}
      <Entries
        title="Education"
        entries={byDate(educationData).map((item) => ({
          ...item,
          head: item.institution,
          place: item.institution,
          sub: [item.degree, item.field],
        }))}
        claim={claim}
      />
      <Entries
        title="Experience"
        entries={byDate(experienceData).map((item) => ({
          ...item,
          head: item.title,
          place: item.company,
          sub: [item.company, item.location],
        }))}
        claim={claim}
      />
    </Card>
  );
}

interface Entry {
  id?: string | undefined;
  place: string;
  head: string;
  sub: string[];
  start: string;
  end: string | null;
  description: string;
}

function Entries({ title, entries, claim }: { title: string; entries: Entry[]; claim: ProfileAboutProps['claim'] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="mt-3 space-y-4">
        {entries.map((entry, index) => (
          <li key={entry.id ?? index} className="border-s-2 border-border ps-3.5">
            <p className="font-medium wrap-anywhere">
              <Name>{entry.head}</Name>
            </p>
            {entry.sub.some((part) => part !== '') && (
              <Name className="block wrap-anywhere">{entry.sub.filter((part) => part !== '').join(', ')}</Name>
            )}
            <p className="text-small text-text-muted">{spanOf(entry)}</p>
            {entry.description !== '' && (
              <p dir="auto" className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">
                {entry.description}
              </p>
            )}
            {entry.id !== undefined && claim({ id: entry.id, place: entry.place })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sorts current entries first, then by end, newest first. */
function byDate<Item extends { start: string; end: string | null }>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) => (b.end ?? '9999-12').localeCompare(a.end ?? '9999-12') || b.start.localeCompare(a.start),
  );
}
