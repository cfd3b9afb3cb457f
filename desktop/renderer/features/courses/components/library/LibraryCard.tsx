import clsx from 'clsx';
import { Archive, ArchiveRestore, BookOpen, Link2, Pencil, ReceiptText, Users } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import type { LibraryItemView, LibraryTab } from '#shared/api/enrollments.ts';
import { copyLink } from '../../../../lib/page/copy-link.ts';
import { publicItemPath } from '../../../../lib/page/item-path.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { QUIET_LINK_CLASSES } from '../../../../ui/button-classes.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Count } from '../../../../ui/Count.tsx';
import { MenuItem } from '../../../../ui/Menu.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { Name } from '../../../../ui/Name.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { CONTENT_TYPES } from '../../content-types.ts';
import { Cover } from './Cover.tsx';
import { hasArchive } from './place.ts';
import { StatusBadge } from '../StatusBadge.tsx';

interface LibraryCardProps {
  item: LibraryItemView;
  tab: LibraryTab;
  /** The path of the item's page. */
  path: string;
  /** Shows the item in one row instead of a tile. */
  isRow?: boolean;
  onArchive: (isArchived: boolean) => void;
}

/** Returns the id of the link of an item's card. */
export function cardLinkId(courseId: string): string {
  return `library-${courseId}`;
}

/** An item of the Library. Its one link covers the card. */
export function LibraryCard({ item, tab, path, isRow = false, onArchive }: LibraryCardProps) {
  const { course } = item;
  const isOwn = tab === 'created';
  return (
    <Card as="article" isFlush className={clsx('relative flex h-full overflow-hidden', !isRow && 'flex-col')}>
      <Cover course={course} className={isRow ? 'w-20 shrink-0 sm:w-32' : undefined} />
      <div className={clsx('flex min-w-0 flex-1 flex-col gap-1', isRow ? 'px-3.5 py-2' : 'p-3.5')}>
        <div className="flex min-h-5 flex-wrap items-center justify-between gap-2">
          <p className="text-small text-text-muted">{CONTENT_TYPES[course.contentType].label}</p>
          {isOwn ? (
            <StatusBadge status={course.status} />
          ) : (
            course.status !== 'published' && <Badge tone="warning">No longer offered</Badge>
          )}
        </div>
        <h2 dir="auto" className="line-clamp-2 font-serif text-base leading-snug font-semibold wrap-anywhere">
          <Link
            id={cardLinkId(course.id)}
            to={path}
            className={`${QUIET_LINK_CLASSES} after:absolute after:inset-0 after:content-['']`}
          >
            {course.title}
          </Link>
        </h2>
        {isOwn ? (
          <OwnNumbers item={item} />
        ) : (
          <Name className="truncate text-left text-text-muted">{course.author.fullName}</Name>
        )}
        {course.viewer.progress !== null && (
          <Progress
            label={`Progress in ${course.title}`}
            share={course.viewer.progress / 100}
            doneText={course.viewer.completedAt === null ? '100%' : 'Completed'}
          />
        )}
        <div className="mt-auto flex items-center justify-between gap-2 pt-1.5">
          <ItemDate item={item} isOwn={isOwn} />
          <ItemMenu item={item} tab={tab} path={path} onArchive={onArchive} />
        </div>
      </div>
    </Card>
  );
}

function OwnNumbers({ item: { course } }: { item: LibraryItemView }) {
  return (
    <p className="text-text-muted">
      <Count value={course.enrollments} /> <span>{`${course.enrollments === 1 ? 'learner' : 'learners'} ·`}</span>{' '}
      <Count value={course.downloads} /> <span>{course.downloads === 1 ? 'download' : 'downloads'}</span>
    </p>
  );
}

function ItemDate({ item, isOwn }: { item: LibraryItemView; isOwn: boolean }) {
  const { course, addedAt, lastOpenedAt } = item;
  const [what, iso] = isOwn
    ? ['Updated', course.updatedAt]
    : lastOpenedAt === null
      ? ['Added', addedAt]
      : ['Opened', lastOpenedAt];
  return (
    <p className="text-small text-text-muted">
      <span>{what}</span> <Time iso={iso} />
    </p>
  );
}

function ItemMenu({ item: { course, isArchived, purchaseId }, tab, path, onArchive }: LibraryCardProps) {
  const navigate = useNavigate();
  const canArchive = hasArchive(tab) && course.viewer.isEnrolled;
  // Visitors can open the page of a published item.
  const link = course.status === 'published' ? publicItemPath(course.id) : `/library?item=${course.id}`;
  return (
    <MoreMenu label={`More about ${course.title}`} className="relative">
      <MenuItem icon={<BookOpen />} onSelect={() => void navigate(path)}>
        Open
      </MenuItem>
      {tab === 'created' && (
        <>
          <MenuItem icon={<Pencil />} onSelect={() => void navigate(`/library?edit=${course.id}`)}>
            Edit
          </MenuItem>
          <MenuItem icon={<Users />} onSelect={() => void navigate(`/library?learners=${course.id}`)}>
            Learners
          </MenuItem>
        </>
      )}
      {purchaseId !== null && (
        <MenuItem icon={<ReceiptText />} onSelect={() => void navigate(`/library?purchase=${purchaseId}`)}>
          Receipt
        </MenuItem>
      )}
      {canArchive && (
        <MenuItem icon={isArchived ? <ArchiveRestore /> : <Archive />} onSelect={() => onArchive(!isArchived)}>
          {isArchived ? 'Show again' : 'Archive'}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink(link)}>
        Copy link
      </MenuItem>
    </MoreMenu>
  );
}
