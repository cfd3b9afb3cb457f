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
import { lazily } from '../lib/lazily.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PageAd } from './PageAd.tsx';

const MyLearners = lazily(async () => (await import('../features/courses/components/MyLearners.tsx')).MyLearners);

/** Students who chose to be listed, and for those who teach `?tab=learners`: the learners of their items. */
export function StudentsScreen({ role }: { role: Role }) {
  usePageTitle('Students');
  const [search, setSearch] = useSearchParams();
  const canTeach = role === 'teacher' || role === 'institution';
  return (
    <PageColumns width="wide">
      <PageHeader title="Students" text="Students who have chosen to be found, with what they chose to show." />
      {canTeach ? (
        <Tabs
          label="Students"
          value={search.get('tab') === 'learners' ? 'learners' : 'directory'}
          onChange={(tab) => setSearch(tab === 'learners' ? { tab } : {}, { replace: true, preventScrollReset: true })}
          items={[
            { value: 'directory', label: 'Directory', content: <Directory role={role} /> },
            { value: 'learners', label: 'My learners', content: <MyLearners role={role} /> },
          ]}
        />
      ) : (
        <Directory role={role} />
      )}
      <PageAd section={5} />
    </PageColumns>
  );
}

/** The directory; filters, order and view are in the URL. */
function Directory({ role }: { role: Role }) {
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
    <>
      {role === 'student' && (
        <div className="mb-6">
          <OwnListing />
        </div>
      )}
      <StudentsDirectory place={place} onMove={move} actions={actions} />
    </>
  );
}
