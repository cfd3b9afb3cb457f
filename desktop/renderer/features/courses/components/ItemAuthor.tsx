import type { CurrentUser } from '#shared/api/auth.ts';
import type { UserCard } from '#shared/api/users.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { RoleLine } from '../../users/components/RoleLine.tsx';
import { VerifiedMark } from '../../users/components/VerifiedMark.tsx';

/** The author of an item. Creators have no profile, and open none. */
export function ItemAuthor({ author, viewer }: { author: UserCard; viewer: CurrentUser }) {
  const hasProfile = author.role !== 'creator' && viewer.role !== 'creator';
  return (
    <Card as="section" aria-labelledby="item-author">
      <h2 id="item-author" className="font-semibold">
        Author
      </h2>
      <div className="mt-2.5 flex items-center gap-3">
        {hasProfile ? (
          <AvatarLink user={author} />
        ) : (
          <Avatar id={author.id} name={author.fullName} src={author.profileImage} />
        )}
        <span className="min-w-0">
          {hasProfile ? (
            <NameLink user={author} className="wrap-anywhere" />
          ) : (
            <span className="font-semibold wrap-anywhere">
              <Name>{author.fullName}</Name>
              <VerifiedMark user={author} className="ms-1" />
            </span>
          )}
          <RoleLine user={author} />
        </span>
      </div>
    </Card>
  );
}
