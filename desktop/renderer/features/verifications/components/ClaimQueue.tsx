import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck, Check, X, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { VerificationState, VerificationView } from '#shared/api/verifications.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { useDecideVerification } from '../api/mutations.ts';
import { claimsQuery } from '../api/queries.ts';

const LISTS: readonly { value: VerificationState; label: string; empty: string }[] = [
  {
    value: 'pending',
    label: 'Waiting',
    empty: 'Members who name you in their education or experience can ask you to confirm it.',
  },
  { value: 'confirmed', label: 'Confirmed', empty: 'You have not confirmed anyone yet.' },
  { value: 'declined', label: 'Declined', empty: 'You have not declined anyone.' },
  { value: 'revoked', label: 'Revoked', empty: 'You have not revoked any confirmation.' },
];

/** Profile entries that name the signed-in institution, which confirms, declines or revokes them. */
export function ClaimQueue() {
  const [status, setStatus] = useState<VerificationState>('pending');
  const query = useInfiniteQuery(claimsQuery(status));
  const list = LISTS.find(({ value }) => value === status);
  return (
    <>
      <ToggleButtons label="Show" className="mb-4" options={LISTS} value={status} onChange={setStatus} />
      <PagedList
        label="Entries to confirm"
        query={query}
        keyOf={(claim) => claim.id}
        skeleton={<Skeleton className="h-24 w-full" />}
        empty={<EmptyState icon={<BadgeCheck />} title="Nothing here" text={list?.empty ?? ''} />}
        row={(claim) => <ClaimRow claim={claim} />}
      />
    </>
  );
}

const DONE = { confirmed: 'is confirmed', declined: 'was declined', revoked: 'is no longer confirmed' } as const;

/** The decisions, each with the states in which it is offered. */
const DECISIONS: readonly {
  to: keyof typeof DONE;
  from: readonly VerificationState[];
  label: string;
  name: string;
  Icon?: LucideIcon;
}[] = [
  { to: 'confirmed', from: ['pending', 'declined', 'revoked'], label: 'Confirm', name: 'Confirm', Icon: Check },
  { to: 'declined', from: ['pending'], label: 'Decline', name: 'Decline', Icon: X },
  { to: 'revoked', from: ['confirmed'], label: 'Revoke', name: 'Revoke for' },
];

function ClaimRow({ claim }: { claim: VerificationView }) {
  const { mutate, isPending, variables } = useDecideVerification();
  const { user, entry, status } = claim;
  const running = isPending ? variables.status : null;
  const decide = (decision: keyof typeof DONE): void =>
    mutate(
      { id: claim.id, status: decision },
      { onSuccess: () => toast({ title: `${user.fullName} ${DONE[decision]}` }) },
    );
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-3 px-4 py-3.5">
      <Avatar id={user.id} name={user.fullName} src={user.profileImage} />
      <div className="min-w-0 flex-1 basis-60">
        <Link to={`/profile/${user.id}`} className="font-semibold hover:underline">
          <Name>{user.fullName}</Name>
        </Link>
        <Name className="block wrap-anywhere">{[entry.what, entry.place].filter(Boolean).join(', ')}</Name>
        <p className="text-small text-text-muted">
          <span>{`${entry.start} – ${entry.end ?? 'today'} · requested`}</span> <Time iso={claim.createdAt} />
        </p>
      </div>
      <div className="flex gap-2">
        {DECISIONS.filter(({ from }) => from.includes(status)).map(({ to, label, name, Icon }) => (
          <Button
            key={to}
            size="sm"
            variant={status === 'pending' && to === 'confirmed' ? 'primary' : 'secondary'}
            isLoading={running === to}
            aria-label={`${name} ${user.fullName}`}
            onClick={() => decide(to)}
          >
            {Icon && <Icon className="size-4" />}
            <span>{label}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
