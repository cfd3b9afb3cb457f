import { FileText, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge } from '../ui/Badge.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Name } from '../ui/Name.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The person a profile shows. */
export interface ProfilePerson {
  fullName: string;
  username: string;
  role: Role;
  institution?: string | null | undefined;
  position?: string | null | undefined;
  bio?: string | null | undefined;
  profileImage?: string | null | undefined;
}

const ROLE_LABELS: Record<Role, string> = {
  student: 'Student',
  teacher: 'Teacher',
  institution: 'Institution',
  creator: 'Creator',
};

function PersonCard({ person }: { person: ProfilePerson }) {
  const line = [person.position, person.institution].filter((part) => part !== null && part !== undefined && part !== '');
  return (
    <Card isFlush className="overflow-hidden">
      <div aria-hidden="true" className="h-24 bg-accent-soft" />
      <div className="px-6 pb-6">
        <Avatar
          name={person.fullName}
          src={person.profileImage}
          size="xl"
          className="-mt-12 border-4 border-surface-raised"
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.015em]">
            <Name>{person.fullName}</Name>
          </h1>
          <Badge tone="accent">{ROLE_LABELS[person.role]}</Badge>
        </div>
        <p className="mt-0.5 text-text-muted">
          <Name>{`@${person.username}`}</Name>
        </p>
        {line.length > 0 && <Name className="mt-3 block">{line.join(', ')}</Name>}
        {person.bio !== null && person.bio !== undefined && person.bio !== '' && (
          <p dir="auto" className="mt-3 max-w-prose leading-relaxed whitespace-pre-line">
            {person.bio}
          </p>
        )}
      </div>
    </Card>
  );
}

/** The member's own card; someone else's profile (`person` undefined) in its first state. */
export function ProfileScreen({ person }: { person?: ProfilePerson | undefined }) {
  usePageTitle(person?.fullName ?? 'Profile');
  const isOwn = person !== undefined;
  return (
    <PageColumns>
      {isOwn ? <PersonCard person={person} /> : <PageHeader title="Profile" />}
      <Card isFlush className="mt-4">
        <EmptyState
          icon={isOwn ? <FileText /> : <UserRound />}
          title={isOwn ? 'No education or experience yet' : 'This profile cannot be shown yet'}
          text={
            isOwn
              ? 'Where you studied and worked will stand here, confirmed by the institution where it takes part.'
              : 'Profiles of other members are not open yet. Their posts are at Home.'
          }
          action={
            <Link to="/home" className={buttonClasses('secondary')}>
              Go to Home
            </Link>
          }
        />
      </Card>
    </PageColumns>
  );
}
