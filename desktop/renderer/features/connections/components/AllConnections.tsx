import { Search, UserRoundMinus, UsersRound } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { UserMenu } from '../../users/components/UserMenu.tsx';
import { useRemoveConnection } from '../api/mutations.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { MutualLine, NoteLine, UserRow } from './UserRow.tsx';
import type { Elements } from '../../../ui/elements.ts';

const ROLES: readonly { value: Role | 'any'; label: string }[] = [
  { value: 'any', label: 'Everyone' },
  { value: 'student', label: 'Students' },
  { value: 'teacher', label: 'Teachers' },
  { value: 'institution', label: 'Institutions' },
];

interface AllConnectionsProps {
  nextStep: ReactNode;
  /** Renders the button that calls a connection. */
  renderCalls: (user: UserCard) => Elements;
}

/** The user's connections, with search and filters. */
export function AllConnections({ nextStep, renderCalls }: AllConnectionsProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role | 'any'>('any');
  const [leaving, setLeaving] = useState<ConnectionView | null>(null);
  const q = useDeferredValue(text.trim());
  const isFiltered = q !== '' || role !== 'any';
  const clear = (): void => {
    setText('');
    setRole('any');
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search your connections"
          placeholder="Search by name"
          maxLength={CONNECTION_LIMITS.searchMaxChars}
          className="min-w-60 flex-1"
          value={text}
          onChange={setText}
        />
        <ToggleButtons label="Show" options={ROLES} value={role} onChange={setRole} />
      </div>
      <ConnectionList
        label="Your connections"
        filter={{ status: 'accepted', q, role: role === 'any' ? undefined : role }}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<Search />}
              title="No matching connections"
              text={`None of your connections matches ${q === '' ? 'this role' : `“${q}”`}.`}
              action={<Button onClick={clear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState
              icon={<UsersRound />}
              title="No connections yet"
              text="Everyone you are connected with is listed here. Their posts come first at Home."
              action={nextStep}
            />
          )
        }
        row={(connection) => (
          <ConnectionRow
            connection={connection}
            calls={renderCalls(connection.user)}
            onRemove={() => setLeaving(connection)}
          />
        )}
      />
      {leaving && <RemoveDialog connection={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface ConnectionRowProps {
  connection: ConnectionView;
  calls: Elements;
  onRemove: () => void;
}

function ConnectionRow({ connection, calls, onRemove }: ConnectionRowProps) {
  const nameId = useId();
  const { user, mutualCount, createdAt, direction, note } = connection;
  return (
    <article aria-labelledby={nameId}>
      <UserRow
        user={user}
        nameId={nameId}
        hasPresence
        actions={
          <>
            <ButtonLink to={`/chat?with=${user.id}`} size="sm" aria-label={`Message ${user.fullName}`}>
              Message
            </ButtonLink>
            {calls}
            <Button size="sm" variant="ghost" aria-label={`Remove ${user.fullName}`} onClick={onRemove}>
              <UserRoundMinus className="size-4" />
              Remove
            </Button>
            <UserMenu user={user} />
          </>
        }
      >
        <MutualLine count={mutualCount} />
        {/* A student reads the note of a request only here. */}
        {direction === 'received' && <NoteLine note={note} />}
        <p className="mt-0.5 text-small text-text-muted">
          <span>Since</span> <Time iso={createdAt} format="date" />
        </p>
      </UserRow>
    </article>
  );
}

function RemoveDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveConnection({ action: null });
  const { fullName } = connection.user;
  return (
    <ConfirmDialog
      title={`Remove ${fullName}?`}
      description="You will no longer be connected. They will not be notified, and you can send a request again."
      confirmLabel="Remove"
      onConfirm={async () => {
        await remove(connection.id);
        toast({ title: `${fullName} was removed` });
      }}
      onClose={onClose}
    />
  );
}
