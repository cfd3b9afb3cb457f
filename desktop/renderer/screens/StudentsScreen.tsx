import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import type { StudentView } from '#shared/api/students.ts';
import { RelationActions } from '../features/connections/components/RelationActions.tsx';
import { OwnListing } from '../features/students/components/OwnListing.tsx';
import { StudentsDirectory } from '../features/students/components/StudentsDirectory.tsx';
import { readPlace, writePlace, type DirectoryPlace } from '../features/students/filters.ts';
import { UserMenu } from '../features/users/components/UserMenu.tsx';
import { invalidate } from '../lib/http/query-client.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

/** The directory of students who chose to be listed; filters, order and view are in the URL. */
export function StudentsScreen({ role }: { role: Role }) {
  usePageTitle('Students');
  const [search, setSearch] = useSearchParams();
  const place = useMemo(() => readPlace(search), [search]);
  const move = useCallback(
    (next: DirectoryPlace) => setSearch(writePlace(next), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const client = useQueryClient();
  const actions = ({ user, relation }: StudentView, view: DirectoryPlace['view']) => (
    <>
      <RelationActions
        user={user}
        relation={relation}
        size="sm"
        onChange={() => void invalidate(client, ['students'])}
      />
      {view === 'cards' && (
        <ButtonLink
          to={`/profile/${user.id}`}
          variant="ghost"
          size="sm"
          aria-label={`View profile of ${user.fullName}`}
        >
          View profile
        </ButtonLink>
      )}
      <UserMenu user={user} />
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
