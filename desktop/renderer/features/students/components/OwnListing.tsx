import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ListingView } from '#shared/api/students.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useEditListing } from '../api/mutations.ts';
import { listingQuery } from '../api/queries.ts';
import { FIELD_WORDS } from '../fields.ts';
import { ConsentForm } from './ConsentForm.tsx';
import { PartnerFlags } from './PartnerFlags.tsx';

/** The student's own listing in the directory, with a button to join, change or leave. */
export function OwnListing() {
  const query = useQuery(listingQuery);
  const [isEditing, setIsEditing] = useState(false);
  const listing = query.data;
  if (listing === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-16 w-full" />} />;
  if (listing.isListed === null || isEditing) {
    return (
      <Card as="section" aria-labelledby="own-listing">
        <h2 id="own-listing" className="text-base font-semibold">
          {listing.isListed === null ? 'Do you want to be found here?' : 'You in the directory'}
        </h2>
        <p className="mt-1 mb-4 max-w-[42rem] text-text-muted">
          Students are listed only if they choose to be. You decide on each detail.
        </p>
        <ConsentForm listing={listing} onClose={() => setIsEditing(false)} />
      </Card>
    );
  }
  return (
    <Card as="section" aria-labelledby="own-listing" className="space-y-3">
      <Summary listing={listing} onEdit={() => setIsEditing(true)} />
      {listing.isListed && <PartnerFlags listing={listing} />}
    </Card>
  );
}

function Summary({ listing: { isListed, shows, withheld }, onEdit }: { listing: ListingView; onEdit: () => void }) {
  const { mutate: edit, isPending } = useEditListing({ action: 'change your listing' });
  const shown = shows.filter((field) => !withheld.includes(field)).map((field) => FIELD_WORDS[field]);
  const leave = (): void =>
    edit(
      { isListed: false },
      {
        onSuccess: () =>
          toast({
            title: 'You are no longer in the directory',
            action: { label: 'Undo', onSelect: () => edit({ isListed: true }) },
          }),
      },
    );
  const Icon = isListed ? Eye : EyeOff;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon className="size-4.5 shrink-0 text-text-muted" />
      <div className="min-w-48 flex-1">
        <h2 id="own-listing" className="font-medium">
          {isListed ? 'You are in the directory' : 'You are not in the directory'}
        </h2>
        <p className="text-small text-text-muted">
          {isListed
            ? `Shown: ${shown.length === 0 ? 'only your username' : shown.join(', ')}`
            : 'Others cannot find you here. You can still see the listed students.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onEdit}>
          {isListed ? 'Change' : 'Join the directory'}
        </Button>
        {isListed && (
          <Button size="sm" variant="ghost" isLoading={isPending} onClick={leave}>
            Leave
          </Button>
        )}
      </div>
    </div>
  );
}
