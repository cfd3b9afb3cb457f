import type { Role } from '#shared/api/endpoint.ts';
import { ImagePlus } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useFailedImage } from '../../../ui/use-failed-image.ts';
import type { ImageKind } from '../api/mutations.ts';
import { roleNameOf } from '../user-text.ts';
import { VerifiedMark } from './VerifiedMark.tsx';
import { OfficeHoursLine } from './OfficeHoursLine.tsx';
import { PresenceDot } from './PresenceAvatar.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface ProfileHeaderProps {
  profile: ProfileView;
  actions: ReactNode;
  /** Opens the dialog of an image; undefined where images cannot be changed. */
  onImage?: ((kind: ImageKind) => void) | undefined;
}

/** The cover in a box of fixed shape, so that nothing moves when it cannot be loaded. */
function CoverPhoto({ src, alt }: { src: string; alt: string }) {
  const [hasFailed, onError] = useFailedImage(src);
  return (
    <div className="aspect-[4/1] bg-surface-sunken">
      {!hasFailed && <img src={src} alt={alt} onError={onError} className="size-full object-cover" />}
    </div>
  );
}

/** The images, name, role, institution, counters and actions of a profile. */
export function ProfileHeader({ profile, actions, onImage }: ProfileHeaderProps) {
  const line = [profile.position, profile.institution].filter((part) => part !== null && part !== '');
  const { connections, posts, courses, people } = profile.counts;
  const { mutualCount } = profile.viewer;
  return (
    <Card isFlush className="overflow-hidden">
      <div className="relative">
        {profile.coverImage === null ? (
          <div aria-hidden="true" className="h-24 bg-accent-soft" />
        ) : (
          <CoverPhoto src={profile.coverImage} alt={profile.coverImageAlt ?? ''} />
        )}
        {onImage && (
          <IconButton
            label="Change the cover"
            variant="secondary"
            icon={<ImagePlus className="size-4" />}
            className="absolute end-3 top-3"
            onClick={() => onImage('cover')}
          />
        )}
      </div>
      <div className="px-6 pb-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="relative -mt-12">
            <Avatar
              id={profile.id}
              name={profile.fullName}
              src={profile.profileImage}
              alt={profile.profileImageAlt ?? ''}
              size="xl"
              className="border-4 border-surface-raised"
            />
            {!profile.viewer.isSelf && <PresenceDot userId={profile.id} className="end-1 bottom-1 size-5" />}
            {onImage && (
              <IconButton
                label="Change your photo"
                variant="secondary"
                icon={<ImagePlus className="size-4" />}
                className="absolute -end-1 -bottom-1 rounded-full!"
                onClick={() => onImage('profile')}
              />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title leading-tight font-semibold tracking-[-0.015em] wrap-anywhere">
            <Name>{profile.fullName}</Name>
            <VerifiedMark user={profile} className="ms-1.5" />
          </h1>
          <Badge tone={profile.isAwaitingApproval ? 'warning' : 'accent'}>{roleNameOf(profile)}</Badge>
        </div>
        <p className="mt-0.5 text-text-muted">
          <Name>{`@${profile.username}`}</Name>
        </p>
        {profile.viewer.isSelf && profile.isAwaitingApproval && (
          <p className="mt-3 rounded-md border border-border bg-surface-sunken px-3.5 py-2.5">
            {AWAITING_TEXTS[profile.role]}
          </p>
        )}
        {line.length > 0 && (
          <p className="mt-3 wrap-anywhere">
            {line.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && <span>{', '}</span>}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </p>
        )}
        {profile.officeHours && <OfficeHoursLine hours={profile.officeHours} className="mt-2" />}
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-text-muted">
          {people !== null && <Figure count={people} one="confirmed person" many="confirmed people" />}
          {connections !== null && <Figure count={connections} one="connection" many="connections" />}
          {mutualCount > 0 && <Figure count={mutualCount} one="in common" many="in common" />}
          <Figure count={posts} one="post" many="posts" />
          {courses > 0 && <Figure count={courses} one="course" many="courses" />}
        </ul>
      </div>
    </Card>
  );
}

const AWAITING_TEXTS: Partial<Record<Role, string>> = {
  institution:
    "Awaiting approval: the operators of this server check that you speak for this institution. Until then your account works like a teacher's. It cannot confirm entries of profiles yet.",
  teacher:
    "Awaiting approval: the operators of this server check that you are a teacher. Until then your account works like a student's.",
};

function Figure({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    <li>
      <span className="font-semibold text-text tabular-nums">{count.toLocaleString(OWN_LOCALE)}</span>{' '}
      <span>{count === 1 ? one : many}</span>
    </li>
  );
}
