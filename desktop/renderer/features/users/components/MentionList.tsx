import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useImperativeHandle, useState, type RefObject } from 'react';
import { mentionEndpoints } from '#shared/api/mentions.ts';
import type { UserCard } from '#shared/api/users.ts';
import { call } from '../../../lib/http/api.ts';
import { useDebounced } from '../../../lib/page/use-debounced.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Name } from '../../../ui/Name.tsx';
import { completeMention } from '../complete-mention.ts';
import type { MentionToken } from '../mention-token.ts';
import { VerifiedMark } from './VerifiedMark.tsx';

const TYPING_MS = 150;

/** The keys of the list, which the text field receives. */
export interface MentionKeys {
  /** Handles a key; returns false when the key does something else. */
  press: (key: string) => boolean;
}

interface MentionListProps {
  id: string;
  keys: RefObject<MentionKeys | null>;
  /** The text of the field, and the mention in it that is being written. */
  text: string;
  token: MentionToken;
  postId: string | undefined;
  /** Called with the id of the active option's element; undefined without one. */
  onActive: (elementId: string | undefined) => void;
  /** Called with the text that contains the chosen member, and the position of the caret in it. */
  onComplete: (text: string, caret: number) => void;
}

/** Suggests members to mention. Focus stays in the text field. */
export function MentionList({ id, keys, text, token, postId, onActive, onComplete }: MentionListProps) {
  const q = useDebounced(token.query, TYPING_MS);
  const { data: users = [] } = useQuery({
    queryKey: ['users', 'mentions', q, postId ?? null] as const,
    queryFn: ({ signal }) => call(mentionEndpoints.suggestMentions, { query: { q, postId } }, { signal }),
    placeholderData: keepPreviousData,
  });
  // A choice belongs to the text for which it was made.
  const [chosen, setChosen] = useState({ q, index: 0 });
  const active = Math.min(chosen.q === q ? chosen.index : 0, users.length - 1);
  const choose = (index: number): void => setChosen({ q, index });
  const complete = (user: UserCard): void => {
    const next = completeMention(text, token, user.username);
    onComplete(next.text, next.caret);
  };
  const activeElementId = users.length === 0 ? undefined : `${id}-${String(active)}`;

  useEffect(() => {
    onActive(activeElementId);
    // In a dialog or at the edge of the window, the list may be out of view.
    if (activeElementId)
      document.querySelector(`#${CSS.escape(activeElementId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeElementId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useImperativeHandle(keys, () => ({
    press: (key) => {
      const user = users[active];
      if (user === undefined) return false;
      if (key === 'ArrowDown') choose((active + 1) % users.length);
      else if (key === 'ArrowUp') choose((active + users.length - 1) % users.length);
      else if (key === 'Enter' || key === 'Tab') complete(user);
      else return false;
      return true;
    },
  }));
  return (
    <>
      <span role="status" className="sr-only">
        {users.length === 0 ? 'No matching members' : `${String(users.length)} members found, use the arrow keys`}
      </span>
      {users.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Members to mention"
          className="absolute start-0 top-full z-20 mt-1 w-full max-w-80 rounded-lg border border-border bg-surface-raised p-1 shadow-lg"
        >
          {users.map((user, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- focus and keys belong to the text field
            <div
              key={user.id}
              id={`${id}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Focus stays in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => index !== active && choose(index)}
              onClick={() => complete(user)}
              className={clsx(
                'flex min-h-10 cursor-default items-center gap-2 rounded-md px-2 py-1',
                index === active && 'bg-surface-sunken outline-2 -outline-offset-2 outline-focus-ring',
              )}
            >
              <Avatar id={user.id} name={user.fullName} src={user.profileImage} size="xs" />
              <Name className="min-w-0 truncate font-medium">{user.fullName}</Name>
              <VerifiedMark user={user} />
              <span className="min-w-0 truncate text-small text-text-muted">{`@${user.username}`}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
