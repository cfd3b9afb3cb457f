import type { ReactNode } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';

const ROLE_LABELS: Record<ProfileView['role'], string> = { student: 'Student', teacher: 'Teacher', institution: 'Institution', creator: 'Creator' };

/** Who this is: picture, name, role, place, numbers, and what can be done. */
export function ProfileHeader({ profile, actions }: { profile: ProfileView; actions: ReactNode }) {
  const line = [profile.position, profile.institution].filter((part) => part !== null && part !== '');
  const { connections, posts, courses } = profile.counts;
  return (
    <Card isFlush className="overflow-hidden">
      <div aria-hidden="true" className="h-24 bg-accent-soft" />
      <div className="px-6 pb-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Avatar name={profile.fullName} src={profile.profileImage} size="xl" className="-mt-12 border-4 border-surface-raised" />
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-[1.375rem] leading-tight font-semibold tracking-[-0.015em] wrap-anywhere">
            <Name>{profile.fullName}</Name>
          </h1>
          <Badge tone="accent">{ROLE_LABELS[profile.role]}</Badge>
        </div>
        <p className="mt-0.5 text-text-muted">
          <Name>{`@${profile.username}`}</Name>
        </p>
        {line.length > 0 && <Name className="mt-3 block wrap-anywhere">{line.join(', ')}</Name>}
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-text-muted">
          {connections !== null && <Figure count={connections} one="connection" many="connections" />}
          <Figure count={posts} one="post" many="posts" />
          {courses > 0 && <Figure count={courses} one="course" many="courses" />}
        </ul>
      </div>
    </Card>
  );
}

function Figure({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    <li>
      <span className="font-semibold text-text tabular-nums">{count.toLocaleString()}</span> {count === 1 ? one : many}
    </li>
  );
}
