import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { conversationsQuery } from '../../features/messages/api/queries.ts';
import { suggestQuery } from '../../features/search/api/queries.ts';
import { PresenceAvatar } from '../../features/users/components/PresenceAvatar.tsx';
import { RoleLine } from '../../features/users/components/RoleLine.tsx';
import { itemsOf } from '../../lib/http/pages.ts';
import { useDebounced } from '../../lib/page/use-debounced.ts';
import { Card } from '../../ui/Card.tsx';
import { Name } from '../../ui/Name.tsx';
import { VerifiedMark } from '../../features/users/components/VerifiedMark.tsx';

/** Pause in typing before members are requested, in milliseconds. */
const TYPING_MS = 120;

interface FoundMembersProps {
  /** At least one character. */
  text: string;
  userId: string;
}

/** The members whose names match: peers of the loaded conversations, then members that the search suggests. */
export function FoundMembers({ text, userId }: FoundMembersProps) {
  const { data: conversations } = useInfiniteQuery(conversationsQuery('all'));
  const { data: suggested } = useQuery(suggestQuery(useDebounced(text, TYPING_MS)));
  const peers = itemsOf(conversations).flatMap(({ user }) => (user && isNamed(user, text) ? [user] : []));
  const found = new Map([...peers, ...(suggested?.people ?? [])].map((user) => [user.id, user]));
  found.delete(userId);
  if (found.size === 0) return null;
  return (
    <div className="mb-3">
      <Card isFlush>
        <ul aria-label="Members found" className="divide-y divide-border">
          {[...found.values()].map((user) => (
            <li key={user.id}>
              <MemberLink user={user} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function MemberLink({ user }: { user: UserCard }) {
  return (
    <Link
      to={`/chat?with=${user.id}`}
      className="flex items-center gap-3 px-3 py-2.5 transition-colors hover:bg-surface-sunken focus-visible:-outline-offset-2"
    >
      <PresenceAvatar user={user} />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center font-medium">
          <Name className="min-w-0 truncate text-left">{user.fullName}</Name>
          <VerifiedMark user={user} className="ms-1" />
        </span>
        <RoleLine user={user} />
      </span>
    </Link>
  );
}

/** Returns whether each word of a text begins a word of the user's name, or the text begins the username. */
function isNamed({ fullName, username }: UserCard, text: string): boolean {
  const names = toWords(fullName);
  const words = toWords(text);
  return (
    username.startsWith(text.replace(/^@/, '').toLowerCase()) ||
    (words.length > 0 && words.every((word) => names.some((name) => name.startsWith(word))))
  );
}

/** Returns the words of a text in lower case, without diacritics. */
function toWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
