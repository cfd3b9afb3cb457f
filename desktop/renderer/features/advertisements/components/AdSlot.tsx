import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Ellipsis, EyeOff, Megaphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { AdSection, AdvertisementView } from '#shared/api/advertisements.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { useAdvertisementWrites } from '../api/mutations.ts';
import { slotQuery } from '../api/queries.ts';
import { AdCard } from './AdCard.tsx';

const AdsWindow = lazy(async () => ({ default: (await import('./AdsWindow.tsx')).AdsWindow }));
const WhyDialog = lazy(async () => ({ default: (await import('./WhyDialog.tsx')).WhyDialog }));

/** How long an advertisement is on screen before it counts, in milliseconds, and how much of it. */
const SEEN_MS = 1_000;
const SEEN_SHARE = 0.5;

/** The advertisement of a place; without one nothing stands there but, for those who may place some, the way to their own. */
export function AdSlot({ section, role }: { section: AdSection; role: Role }) {
  const { data = [] } = useQuery(slotQuery(section));
  const [window, setWindow] = useState<'own' | 'why' | null>(null);
  // What is on screen stays there while others take their turns.
  const shown = useRef<string | null>(null);
  const advertisement = data.find(({ id }) => id === shown.current) ?? data[0];
  useEffect(() => {
    shown.current = advertisement?.id ?? null;
  }, [advertisement?.id]);
  const canAdvertise = role !== 'student';
  if (advertisement === undefined && !canAdvertise) return null;
  return (
    <aside aria-label="Advertisement" className="flex flex-col gap-2">
      {advertisement && <Shown key={advertisement.id} advertisement={advertisement} onWhy={() => setWindow('why')} />}
      {canAdvertise && (
        <button type="button" className="flex items-center gap-1.5 self-start rounded-sm text-[0.8125rem] text-text-muted hover:text-text hover:underline" onClick={() => setWindow('own')}>
          <Megaphone aria-hidden="true" className="size-3.5" />
          Your advertisements
        </button>
      )}
      <Suspense fallback={null}>
        {window === 'own' && <AdsWindow section={section} onClose={() => setWindow(null)} />}
        {window === 'why' && advertisement && <WhyDialog id={advertisement.id} onClose={() => setWindow(null)} />}
      </Suspense>
    </aside>
  );
}

function Shown({ advertisement, onWhy }: { advertisement: AdvertisementView; onWhy: () => void }) {
  const { id, title, description, linkUrl, advertiser } = advertisement;
  const writes = useAdvertisementWrites();
  const frame = useSeen(() => writes.countImpression(id));
  const hide = async (): Promise<void> => {
    try {
      await writes.hide(id);
      toast({ title: 'You will not see it again' });
    } catch (error) {
      toast({ title: 'Not hidden', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
  return (
    <div ref={frame}>
      <AdCard
        advertiser={advertiser.fullName}
        title={title}
        description={description}
        linkUrl={linkUrl}
        onFollow={() => writes.countClick(id)}
        menu={
          <Menu trigger={<IconButton label="More about this advertisement" icon={<Ellipsis aria-hidden="true" className="size-4" />} hasTooltip={false} className="-my-1.5 -me-2" />}>
            <MenuItem icon={<CircleHelp />} onSelect={onWhy}>
              Why do I see this?
            </MenuItem>
            <MenuItem icon={<EyeOff />} onSelect={() => void hide()}>
              Do not show it again
            </MenuItem>
          </Menu>
        }
      />
    </div>
  );
}

/** Calls back once the element has been on screen long enough; the answer goes on the element. */
function useSeen(onSeen: () => void) {
  const frame = useRef<HTMLDivElement>(null);
  const callback = useRef(onSeen);
  useEffect(() => {
    callback.current = onSeen;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          observer.disconnect();
          callback.current();
        }, SEEN_MS);
      },
      { threshold: SEEN_SHARE },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return frame;
}
