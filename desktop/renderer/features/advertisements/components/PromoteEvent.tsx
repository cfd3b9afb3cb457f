import { Megaphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Promoted } from './AdForm.tsx';

const AdForm = lazy(async () => ({ default: (await import('./AdForm.tsx')).AdForm }));

/** The place that an own event is promoted in unless the member chooses another: that of events. */
const SECTION = 6;

/** Starts an advertisement of an own event, filled in already. */
export function PromoteEvent({ event }: { event: Promoted }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Megaphone aria-hidden="true" className="size-4" />
        Promote
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AdForm advertisement={null} promoted={event} section={SECTION} onDone={close} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
