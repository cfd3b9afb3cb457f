import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AdSection } from '#shared/api/advertisements.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { slotQuery } from '../api/queries.ts';
import { ShownAd } from './ShownAd.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const AdsWindow = lazily(async () => (await import('./AdsWindow.tsx')).AdsWindow);
const RegisterDialog = lazily(async () => (await import('./RegisterDialog.tsx')).RegisterDialog);

/** The section whose page everyone can open; `?advertisements=all` shows the register on it. */
const REGISTER_SECTION = 4;

interface AdSlotProps {
  section: AdSection;
  role: Role;
}

/** The advertisement of a section, and for users who can advertise the button to their own. */
export function AdSlot({ section, role }: AdSlotProps) {
  useRooms(`ads-${section}`);
  const { data = [] } = useQuery(slotQuery(section));
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  // The shown advertisement stays while the rotation continues.
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
          {advertisement && <ShownAd key={advertisement.id} advertisement={advertisement} />}
          {canAdvertise && (
            <button
              type="button"
              className="flex min-h-6 items-center gap-1.5 self-start rounded-sm text-small text-text-muted hover:text-text hover:underline"
              onClick={() => setIsOwnOpen(true)}
            >
              <Megaphone className="size-3.5" />
              Your advertisements
            </button>
          )}
          {isOwnOpen && <AdsWindow section={section} onClose={() => setIsOwnOpen(false)} />}
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
  return <RegisterDialog onClose={close} />;
}
