import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AdSection } from '#shared/api/advertisements.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { slotQuery } from '../api/queries.ts';
import { ShownAd, type ReportedAd } from './ShownAd.tsx';

const AdsWindow = lazy(async () => ({ default: (await import('./AdsWindow.tsx')).AdsWindow }));
const RegisterDialog = lazy(async () => ({ default: (await import('./RegisterDialog.tsx')).RegisterDialog }));

/** The place on a page that everyone opens; `?advertisements=all` shows the register over it. */
const REGISTER_SECTION = 4;

/** Props of {@link AdSlot}. */
export interface AdSlotProps {
  section: AdSection;
  role: Role;
  onReport: (advertisement: ReportedAd) => void;
}

/**
 * The advertisement of a place; without one nothing stands there but, for those who may place some, the way to their
 * own.
 */
export function AdSlot({ section, role, onReport }: AdSlotProps) {
  const { data = [] } = useQuery(slotQuery(section));
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  // What is on screen stays there while others take their turns.
  const shown = useRef<string | null>(null);
  const advertisement = data.find(({ id }) => id === shown.current) ?? data[0];
  useEffect(() => {
    shown.current = advertisement?.id ?? null;
  }, [advertisement?.id]);
  const canAdvertise = role !== 'student';
  return (
    <>
      {(advertisement !== undefined || canAdvertise) && (
        <aside aria-label="Advertisement" className="flex flex-col gap-2">
          {advertisement && <ShownAd key={advertisement.id} advertisement={advertisement} onReport={onReport} />}
          {canAdvertise && (
            <button
              type="button"
              className="flex min-h-6 items-center gap-1.5 self-start rounded-sm text-[0.8125rem] text-text-muted hover:text-text hover:underline"
              onClick={() => setIsOwnOpen(true)}
            >
              <Megaphone aria-hidden="true" className="size-3.5" />
              Your advertisements
            </button>
          )}
          {isOwnOpen && (
            <Suspense fallback={null}>
              <AdsWindow section={section} onClose={() => setIsOwnOpen(false)} />
            </Suspense>
          )}
        </aside>
      )}
      {section === REGISTER_SECTION && <Register />}
    </>
  );
}

function Register() {
  const [params, setParams] = useSearchParams();
  if (params.get('advertisements') !== 'all') return null;
  const close = (): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('advertisements');
      return next;
    });
  return (
    <Suspense fallback={null}>
      <RegisterDialog onClose={close} />
    </Suspense>
  );
}
