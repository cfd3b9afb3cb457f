import { useQuery } from '@tanstack/react-query';
import { Phone, Video } from 'lucide-react';
import { CALL_TYPES, type CallEligibility, type CallType } from '#shared/api/calls.ts';
import type { UserCard } from '#shared/api/users.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { eligibilityQuery } from '../api/queries.ts';
import { dial } from '../dial.ts';
import type { CallPeer } from '../slice.ts';

const ICONS = { voice: Phone, video: Video };
const VERBS: Record<CallType, string> = { voice: 'Voice call', video: 'Video call' };

/** The parts of a member that a call needs. */
export type Callee = Pick<UserCard, 'id' | 'fullName' | 'profileImage'>;

/** Returns the member as the other side of a call. */
export function toPeer({ id, fullName, profileImage }: Callee): CallPeer {
  return { id, name: fullName, photo: profileImage };
}

/** Returns why a member cannot be called now, as the interface says it; null when they can. */
function reasonText({ canCall, reason }: CallEligibility, name: string): string | null {
  if (canCall) return null;
  if (reason === 'NO_RELAY') return 'One of you always relays calls, and this call can’t be relayed';
  return reason === 'QUIET_HOURS' ? `${name} has quiet hours now` : `You can’t call ${name}`;
}

interface CallButtonsProps {
  user: Callee;
  size?: 'sm' | 'md';
}

/** Two buttons that call a member; nothing for one who may not be called, and disabled while that is impossible. */
export function CallButtons({ user, size = 'sm' }: CallButtonsProps) {
  const { data } = useQuery(eligibilityQuery(user.id));
  if (!data || data.reason === 'NOT_ALLOWED') return null;
  const reason = reasonText(data, user.fullName);
  return CALL_TYPES.map((type) => {
    const Icon = ICONS[type];
    return (
      <IconButton
        key={type}
        label={reason === null ? VERBS[type] : `${VERBS[type]}: ${reason}`}
        icon={<Icon className="size-4" />}
        variant={size === 'md' ? 'secondary' : 'ghost'}
        size={size}
        // Not disabled, so that the reason can be read with the keyboard too.
        aria-disabled={reason !== null}
        onClick={() => reason === null && dial(toPeer(user), type)}
      />
    );
  });
}

/** A button with a menu that calls a member of a list; whether they can be called is asked when it opens. */
export function CallMenu({ user }: { user: Callee }) {
  return (
    <Menu
      trigger={<IconButton label={`Call ${user.fullName}`} hasTooltip={false} icon={<Phone className="size-4" />} />}
    >
      <CallItems user={user} />
    </Menu>
  );
}

function CallItems({ user }: { user: Callee }) {
  const { data, isError } = useQuery(eligibilityQuery(user.id));
  // When the question fails, the server decides when the user calls.
  const canCall = isError || data?.canCall === true;
  const reason = data ? reasonText(data, user.fullName) : null;
  return (
    <>
      {CALL_TYPES.map((type) => {
        const Icon = ICONS[type];
        return (
          <MenuItem key={type} icon={<Icon />} isDisabled={!canCall} onSelect={() => dial(toPeer(user), type)}>
            {VERBS[type]}
          </MenuItem>
        );
      })}
      {reason !== null && <p className="max-w-56 px-2 py-1 text-small text-text-muted">{reason}</p>}
    </>
  );
}
