import type { UserCard } from '#shared/api/users.ts';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { ModerationItems } from './ModerationItems.tsx';

/** The menu of another user in a list. */
export function UserMenu({ user }: { user: UserCard }) {
  return (
    <MoreMenu label={`More about ${user.fullName}`}>
      <ModerationItems target={{ type: 'user', id: user.id, author: user }} />
    </MoreMenu>
  );
}
