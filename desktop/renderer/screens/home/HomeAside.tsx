import { Bookmark, PenLine, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { AdSlot } from '../../features/advertisements/components/AdSlot.tsx';
import { SuggestedUsers } from '../../features/connections/components/SuggestedUsers.tsx';
import { UpcomingEvents } from '../../features/events/components/UpcomingEvents.tsx';
import { RoleLine } from '../../features/users/components/RoleLine.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { lazily } from '../../lib/lazily.tsx';
import { Name } from '../../ui/Name.tsx';

// The requests about items do not fit into the first load of Home.
const rails = () => import('../../features/courses/components/CourseRail.tsx');
const PromoteEvent = lazily(
  async () => (await import('../../features/advertisements/components/PromoteEvent.tsx')).PromoteEvent,
);
const ContinueLearning = lazily(async () => (await rails()).ContinueLearning);
const NewCourses = lazily(async () => (await rails()).NewCourses);

/** Number of suggested members; more for a user without connections. */
const SUGGESTED = 3;
const SUGGESTED_AT_START = 5;

/** The column beside the feed: the user's card, events, suggested members, courses and an advertisement. */
export function HomeAside({ user }: { user: CurrentUser }) {
  const isNew = user.connectionCount === 0;
  return (
    <>
      <OwnCard user={user} />
      <UpcomingEvents
        isStudent={user.role === 'student'}
        ad={<AdSlot section={6} role={user.role} />}
        promote={user.role === 'student' ? undefined : (event) => <PromoteEvent event={event} />}
      />
      <SuggestedUsers
        count={isNew ? SUGGESTED_AT_START : SUGGESTED}
        more={
          <Link to="/connections/suggestions" className="rounded-sm font-medium text-accent-text hover:underline">
            See all suggestions
          </Link>
        }
      />
      <ContinueLearning userId={user.id} />
      {isNew && <NewCourses />}
      <AdSlot section={1} role={user.role} />
    </>
  );
}

const QUICK_LINKS = [
  { to: '/profile', label: 'Your profile', Icon: UserRound },
  { to: '/home?scope=saved', label: 'Saved posts', Icon: Bookmark },
  { to: '/home?scope=mine', label: 'Your posts', Icon: PenLine },
];
const QUICK_LINK_CLASSES =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text [&>svg]:size-4';

function OwnCard({ user }: { user: CurrentUser }) {
  return (
    <Card as="section" aria-label="Your card" className="max-lg:hidden">
      <div className="flex items-center gap-3">
        <Avatar id={user.id} name={user.fullName} src={user.profileImage} />
        <div className="min-w-0">
          <Name className="block truncate text-left font-semibold">{user.fullName}</Name>
          <RoleLine user={user} />
        </div>
      </div>
      <ul className="-mx-2 mt-3 -mb-2 border-t border-border pt-2">
        {QUICK_LINKS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={QUICK_LINK_CLASSES}>
              <Icon />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
