import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck, Check, X } from 'lucide-react';
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
      <Avatar name={user.fullName} src={user.profileImage} />
      <div className="min-w-0 flex-1 basis-60">
        <Link to={`/profile/${user.id}`} className="font-semibold hover:underline">
          <Name>{user.fullName}</Name>
        </Link>
        <Name className="block wrap-anywhere">{[entry.what, entry.place].filter(Boolean).join(', ')}</Name>
        <p className="text-small text-text-muted">
          {entry.start} – {entry.end ?? 'today'} · requested <Time iso={claim.createdAt} />
        </p>
      </div>
      <div className="flex gap-2">
        {status !== 'confirmed' && (
          <Button
            size="sm"
            variant={status === 'pending' ? 'primary' : 'secondary'}
            isLoading={running === 'confirmed'}
            aria-label={`Confirm ${user.fullName}`}
            onClick={() => decide('confirmed')}
          >
            <Check className="size-4" />
            Confirm
          </Button>
        )}
        {status === 'pending' && (
          <Button
            size="sm"
            isLoading={running === 'declined'}
            aria-label={`Decline ${user.fullName}`}
            onClick={() => decide('declined')}
          >
            <X className="size-4" />
            Decline
          </Button>
        )}
        {status === 'confirmed' && (
          <Button
            size="sm"
            isLoading={running === 'revoked'}
            aria-label={`Take back from ${user.fullName}`}
            onClick={() => decide('revoked')}
          >
            Take back
          </Button>
        )}
      </div>
    </div>
  );
}
