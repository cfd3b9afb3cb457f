import { useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { AD_SECTIONS, type AdvertisementView } from '#shared/api/advertisements.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { registerQuery } from '../api/queries.ts';
import { SECTION_NAMES } from '../sections.ts';

const ALL_ROOMS = AD_SECTIONS.map((section) => `ads-${section}`);

/** All active advertisements with advertiser, section and start. */
export function AdRegister() {
  useRooms(...ALL_ROOMS);
  const query = useInfiniteQuery(registerQuery);
  return (
    <PagedList
      label="All advertisements"
      query={query}
      keyOf={(advertisement: AdvertisementView) => advertisement.id}
      row={(advertisement) => <RegisterRow advertisement={advertisement} />}
      skeleton={<Skeleton className="h-40 w-full" />}
      empty={
        <EmptyState
          level={3}
          icon={<Megaphone />}
          title="No advertisements"
          text="Active advertisements appear here."
        />
      }
    />
  );
}

function RegisterRow({
  advertisement: { title, description, advertiser, section, createdAt },
}: {
  advertisement: AdvertisementView;
}) {
  return (
    <div className="px-4 py-3">
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="wrap-anywhere">
        {description}
      </p>
      <p className="mt-0.5 text-small text-text-muted">
        <span>By</span> <Name>{advertiser.fullName}</Name> <span>{`· ${SECTION_NAMES[section]} ·`}</span>{' '}
        <Time iso={createdAt} format="date" />
      </p>
    </div>
  );
}
