import { useQuery } from '@tanstack/react-query';
import type { AdSection } from '#shared/api/advertisements.ts';
import { AdSlot } from '../features/advertisements/components/AdSlot.tsx';
import { sessionQuery } from '../lib/me.ts';

/** The advertisement below the content of a page. */
export function PageAd({ section }: { section: AdSection }) {
  // The page is shown only to signed-in users, so the session is cached already.
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  return (
    user && (
      <div className="mt-8 max-w-[26rem]">
        <AdSlot section={section} role={user.role} />
      </div>
    )
  );
}
