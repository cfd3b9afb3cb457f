import { HandHelping } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CourseName, PartnerFlag, StudentView } from '#shared/api/students.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { mutualText } from '../../users/user-text.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const DAY = new Intl.DateTimeFormat(OWN_LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a day: "12 Dec 2026". */
export function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** Institution, field and first year of a student in one line, without hidden ones; renders nothing without any. */
export function StudiesLine({
  student: { user, field, year },
}: {
  student: Pick<StudentView, 'field' | 'year'> & { user: Pick<StudentView['user'], 'institution'> };
}) {
  const parts = [user.institution, field].filter((part) => part !== null && part !== '');
  if (parts.length === 0 && year === null) return null;
  return (
    <span className="block text-small text-text-muted">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && <span>{' · '}</span>}
          <Name>{part ?? ''}</Name>
        </span>
      ))}
      {year !== null && <span>{`${parts.length > 0 ? ' · ' : ''}since ${String(year)}`}</span>}
    </span>
  );
}

/** Mutual connections and shared courses; renders nothing without any. */
export function SharedLine({ mutualCount, sharedCourses }: Pick<StudentView, 'mutualCount' | 'sharedCourses'>) {
  if (mutualCount === 0 && sharedCourses.length === 0) return null;
  return (
    <ul aria-label="What you share" className="mt-2 flex flex-wrap gap-1.5">
      {mutualCount > 0 && <Chip>{mutualText(mutualCount)}</Chip>}
      {sharedCourses.map(({ id, title }) => (
        <Chip key={id}>
          Course: <CourseLink id={id} title={title} />
        </Chip>
      ))}
    </ul>
  );
}

function CourseLink({ id, title }: CourseName) {
  const pathOf = useItemPath();
  return (
    <Link to={pathOf(id)} className={QUIET_LINK_CLASSES}>
      <Name>{title}</Name>
    </Link>
  );
}

function Chip({ children }: { children: React.ReactNode }) {
  return (
    <li className="max-w-full truncate rounded-full bg-surface-sunken px-2 py-0.5 text-small text-text-muted">
      {children}
    </li>
  );
}

/** The courses in which a student looks for a study partner, with the last day. */
export function PartnerLine({ flags }: { flags: readonly PartnerFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <ul aria-label="Looks for a study partner" className="mt-2 space-y-1">
      {flags.map(({ course, until }) => (
        <li key={course.id} className="flex items-start gap-1.5 text-small">
          <HandHelping className="mt-0.5 size-4 shrink-0 text-accent-text" />
          <span className="min-w-0">
            Looks for a study partner in <CourseLink {...course} />, until{' '}
            <time dateTime={until}>{formatDay(until)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
