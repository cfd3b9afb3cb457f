import { GraduationCap, Search } from 'lucide-react';
import type { StudentFilters } from '#shared/api/students.ts';
import { copyLink } from '../../../lib/page/copy-link.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { DirectoryPlace } from '../filters.ts';

/** The empty state of a directory without students. */
export function EmptyDirectory() {
  return (
    <Card isFlush>
      <EmptyState
        icon={<GraduationCap />}
        title="No one is listed yet"
        text="Students appear here only if they choose to, and decide which details to show. Invite students you know."
        action={<Button onClick={() => void copyLink('/students')}>Copy a link to this page</Button>}
      />
    </Card>
  );
}

const STATES = { none: 'not connected', pending: 'request pending', connected: 'connected' } as const;

function wordsOf({ q, institution, field, year, courseId, state, partner }: StudentFilters): string {
  const words = [
    q && `“${q}”`,
    institution && `at ${institution}`,
    field && `studying ${field}`,
    year && `since ${String(year)}`,
    courseId && 'in the chosen course',
    state && STATES[state],
    partner && 'looking for a study partner',
  ];
  return words.filter(Boolean).join(', ');
}

/** The empty state of a filtered directory. */
export function FilteredEmpty({ place, onMove }: { place: DirectoryPlace; onMove: (place: DirectoryPlace) => void }) {
  return (
    <Card isFlush>
      <EmptyState
        icon={<Search />}
        title="No matching students"
        text={`No listed student matches: ${wordsOf(place.filters)}.`}
        action={<Button onClick={() => onMove({ ...place, filters: {} })}>Clear filters</Button>}
      />
    </Card>
  );
}
