import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { PagedUsers } from '../../users/components/PagedUsers.tsx';
import { knownLearnersQuery } from '../api/queries.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const SHOWN = 3;

/** The connections of the viewer who learn with an item, and a list of all of them; renders nothing without any. */
export function KnownLearners({ courseId }: { courseId: string }) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const query = useInfiniteQuery(knownLearnersQuery(courseId));
  const learners = itemsOf(query.data);
  if (learners.length === 0) return null;
  const others = learners.length - SHOWN;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        Learners you know
      </h2>
      <ul className="mt-2.5 space-y-2">
        {learners.slice(0, SHOWN).map((user) => (
          <li key={user.id} className="flex min-w-0 items-center gap-2.5">
            <AvatarLink user={user} size="sm" />
            <span className="min-w-0">
              <NameLink user={user} isTruncated />
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Button variant="ghost" size="sm" className="-ms-2.5 mt-1.5" onClick={() => setIsOpen(true)}>
          {othersText(others, query.hasNextPage)}
        </Button>
      )}
      {isOpen && (
        <Dialog title="Learners you know" onClose={() => setIsOpen(false)}>
          <PagedUsers label="Learners you know" query={query} empty={null} />
        </Dialog>
      )}
    </Card>
  );
}

function othersText(count: number, hasMore: boolean): string {
  if (hasMore) return `and more than ${count.toLocaleString(OWN_LOCALE)} others`;
  return count === 1 ? 'and 1 other' : `and ${count.toLocaleString(OWN_LOCALE)} others`;
}
