import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Promoted } from './AdForm.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const AdForm = lazily(async () => (await import('./AdForm.tsx')).AdForm);

/** The preselected section of a promoted event. */
const SECTION = 6;

/** Opens the form of a new advertisement, filled in from the user's event. */
export function PromoteEvent({ event }: { event: Promoted }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Megaphone className="size-4" />
        Promote
      </Button>
      {isOpen && <AdForm advertisement={null} promoted={event} section={SECTION} onDone={close} onClose={close} />}
    </>
  );
}
