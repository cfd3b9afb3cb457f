import { BadgeCheck, CircleX, Clock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EntryClaim } from '#shared/api/verifications.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useWithdrawVerification } from '../api/mutations.ts';
import { AskDialog } from './AskDialog.tsx';

interface EntryClaimStatusProps {
  entry: { id: string; place: string };
  /** The request to an institution and its decision; undefined without a request. */
  claim: EntryClaim | undefined;
  /** True on the own profile, where a request can be sent and withdrawn. */
  isOwn: boolean;
}

const LINE_CLASSES = 'mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small';

/**
 * The institution's decision on a profile entry, and its date; on the own profile also the buttons to send and withdraw
 * a request.
 */
export function EntryClaimStatus({ entry, claim, isOwn }: EntryClaimStatusProps) {
  const withdrawal = useWithdrawVerification();
  const [isAsking, setIsAsking] = useState(false);
  if (claim === undefined) {
    if (!isOwn) return null;
    return (
      <p className={LINE_CLASSES}>
        <Button
          size="sm"
          variant="ghost"
          className="-ms-2.5"
          aria-label={`Ask to confirm ${entry.place}`}
          onClick={() => setIsAsking(true)}
        >
          <BadgeCheck className="size-4" />
          Ask to confirm
        </Button>
        {isAsking && <AskDialog entry={entry} onClose={() => setIsAsking(false)} />}
      </p>
    );
  }
  const canWithdraw = isOwn && (claim.status === 'pending' || claim.status === 'confirmed');
  return (
    <p className={LINE_CLASSES}>
      <ClaimText claim={claim} />
      {canWithdraw && (
        <Button
          size="sm"
          variant="ghost"
          isLoading={withdrawal.isPending}
          aria-label={`Withdraw from ${claim.institution.fullName}`}
          onClick={() => withdrawal.mutate(claim.id, { onSuccess: () => toast({ title: 'Withdrawn' }) })}
        >
          Withdraw
        </Button>
      )}
    </p>
  );
}

function ClaimText({ claim }: { claim: EntryClaim }) {
  const { status, decidedAt } = claim;
  const institution = (
    <Link to={`/profile/${claim.institution.id}`} className="font-medium text-text hover:underline">
      <Name>{claim.institution.fullName}</Name>
    </Link>
  );
  const when = decidedAt === null ? null : <Time iso={decidedAt} format="date" />;
  const texts: Record<EntryClaim['status'], ReactNode> = {
    confirmed: (
      <>
        <span>Confirmed by</span> {institution}
        <span>,</span> {when}
      </>
    ),
    pending: (
      <>
        {institution} <span>has been asked to confirm this</span>
      </>
    ),
    declined: (
      <>
        {institution} <span>did not confirm this,</span> {when}
      </>
    ),
    revoked: (
      <>
        {institution} <span>revoked its confirmation,</span> {when}
      </>
    ),
  };
  const Icon = status === 'confirmed' ? BadgeCheck : status === 'pending' ? Clock : CircleX;
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 wrap-anywhere text-text-muted">
      <Icon className={status === 'confirmed' ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0'} />
      <span>{texts[status]}</span>
    </span>
  );
}
