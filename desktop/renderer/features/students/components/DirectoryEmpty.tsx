import { GraduationCap, Search } from 'lucide-react';
import type { StudentFilters } from '#shared/api/students.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { DirectoryPlace } from '../filters.ts';

/** What the directory shows while nobody has chosen to be found. */
export function NobodyListed() {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/students`);
      toast({ title: 'Link copied' });
    } catch {
      toast({
        title: 'The link could not be copied',
        description: 'Copy it from the address bar instead.',
        variant: 'destructive',
      });
    }
  };
  return (
    <Card isFlush>
      <EmptyState
        icon={<GraduationCap />}
        title="No one is listed yet"
        text="A student appears here only after choosing to, and decides which details are shown. Invite those you know to have a look."
        action={<Button onClick={() => void copy()}>Copy a link to this page</Button>}
      />
    </Card>
  );
}

const STATES = { none: 'not connected', pending: 'request waiting', connected: 'connected' } as const;

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

/** What stands where the filters leave nobody. */
export function FilteredEmpty({ place, onMove }: { place: DirectoryPlace; onMove: (place: DirectoryPlace) => void }) {
  return (
    <Card isFlush>
      <EmptyState
        icon={<Search />}
        title="Nobody fits"
        text={`Among those who chose to be found nobody fits: ${wordsOf(place.filters)}.`}
        action={<Button onClick={() => onMove({ ...place, filters: {} })}>Clear filters</Button>}
      />
    </Card>
  );
}
