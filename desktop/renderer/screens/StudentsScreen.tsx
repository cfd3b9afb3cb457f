import { useCallback, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import type { StudentView } from '#shared/api/students.ts';
import { RelationActions } from '../features/connections/components/RelationActions.tsx';
import { useDirectoryWrites } from '../features/students/api/mutations.ts';
import { OwnListing } from '../features/students/components/OwnListing.tsx';
import { StudentsDirectory } from '../features/students/components/StudentsDirectory.tsx';
import { readPlace, writePlace, type DirectoryPlace } from '../features/students/filters.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

/** The directory of students who have chosen to be found; filters, order and view stand in the address. */
export function StudentsScreen({ role }: { role: Role }) {
  usePageTitle('Students');
  const [search, setSearch] = useSearchParams();
  const place = useMemo(() => readPlace(search), [search]);
  const move = useCallback(
    (next: DirectoryPlace) => setSearch(writePlace(next), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const { refresh } = useDirectoryWrites();
  const actions = ({ user, relation }: StudentView, view: DirectoryPlace['view']) => (
    <>
      <RelationActions user={user} relation={relation} size="sm" onChange={refresh} />
      {view === 'cards' && (
        <Link
          to={`/profile/${user.id}`}
          className={buttonClasses('ghost', 'sm')}
          aria-label={`View profile of ${user.fullName}`}
        >
          View profile
        </Link>
      )}
    </>
  );
  return (
    <PageColumns width="wide">
      <PageHeader title="Students" text="Students who have chosen to be found, with what they chose to show." />
      {role === 'student' && (
        <div className="mb-6">
          <OwnListing />
        </div>
      )}
      <StudentsDirectory place={place} onMove={move} actions={actions} />
      <PageAd section={5} />
    </PageColumns>
  );
}
