import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { spanOf } from '../months.ts';

/** A line of a profile that has its id, and the place that could confirm it. */
export interface ProfileLine {
  id: string;
  place: string;
}

/** Props of {@link ProfileAbout}. */
export interface ProfileAboutProps {
  profile: ProfileView;
  /** Offers the own, empty one a start. */
  start: ReactNode;
  /** What institutions say about a line, drawn below it. */
  claim: (line: ProfileLine) => ReactNode;
}

/** What someone tells of themself: a text, education, experience, newest first. */
export function ProfileAbout({ profile, start, claim }: ProfileAboutProps) {
  const { bio, educationData, experienceData } = profile;
  if (bio === null && educationData.length === 0 && experienceData.length === 0) {
    return (
      <Card isFlush>
        {profile.viewer.isSelf ? (
          <EmptyState
            icon={<FileText />}
            title="Say who you are"
            text="A few words, where you study or studied, what you do. People connect with those they can place."
            action={start}
          />
        ) : (
          <EmptyState
            icon={<FileText />}
            title="Nothing here yet"
            text={
              <>
                <Name>{profile.fullName}</Name> has not written anything about themself.
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
      <Lines
        title="Education"
        lines={byDate(educationData).map((item) => ({
          ...item,
          head: item.institution,
          place: item.institution,
          sub: [item.degree, item.field],
        }))}
        claim={claim}
      />
      <Lines
        title="Experience"
        lines={byDate(experienceData).map((item) => ({
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

interface Line {
  id?: string | undefined;
  place: string;
  head: string;
  sub: string[];
  start: string;
  end: string | null;
  description: string;
}

function Lines({ title, lines, claim }: { title: string; lines: Line[]; claim: ProfileAboutProps['claim'] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="mt-3 space-y-4">
        {lines.map((line, index) => (
          <li key={line.id ?? index} className="border-s-2 border-border ps-3.5">
            <p className="font-medium wrap-anywhere">
              <Name>{line.head}</Name>
            </p>
            {line.sub.some((part) => part !== '') && (
              <Name className="block wrap-anywhere">{line.sub.filter((part) => part !== '').join(', ')}</Name>
            )}
            <p className="text-[0.8125rem] text-text-muted">{spanOf(line)}</p>
            {line.description !== '' && (
              <p dir="auto" className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">
                {line.description}
              </p>
            )}
            {line.id !== undefined && claim({ id: line.id, place: line.place })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What goes on first, then by the end, newest first. */
function byDate<Item extends { start: string; end: string | null }>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) => (b.end ?? '9999-12').localeCompare(a.end ?? '9999-12') || b.start.localeCompare(a.start),
  );
}
