import { BookPlus, CalendarPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { lazily } from '../../lib/lazily.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { drawAttachment } from '../post-attachment.tsx';

const EventPicker = lazily(async () => (await import('../../features/events/components/EventPicker.tsx')).EventPicker);
const ItemPicker = lazily(async () => (await import('../../features/courses/components/ItemPicker.tsx')).ItemPicker);
const PICKERS = { event: EventPicker, course: ItemPicker };

/** The buttons of the composer that attach an event or an item, and their dialogs. */
export function AttachButtons({ onAttach }: { onAttach: (attached: Attached) => void }) {
  const [type, setType] = useState<Attached['type'] | null>(null);
  const Picker = type && PICKERS[type];
  return (
    <>
      <IconButton
        label="Attach an event"
        icon={<CalendarPlus className="size-4.5" />}
        className="-ms-2"
        onClick={() => setType('event')}
      />
      <IconButton
        label="Attach an item"
        icon={<BookPlus className="size-4.5" />}
        className="-ms-2"
        onClick={() => setType('course')}
      />
      {type !== null && Picker !== null && (
        <Picker
          onClose={() => setType(null)}
          onPick={(id) => {
            onAttach({ type, id });
            setType(null);
          }}
        />
      )}
    </>
  );
}

/** What is attached to the post being written, with a button that removes it. */
export function AttachedCard({ attached, onRemove }: { attached: Attached; onRemove: () => void }) {
  return (
    <div className="mt-3 flex items-start gap-2">
      <div className="min-w-0 flex-1">{drawAttachment(attached)}</div>
      <IconButton
        label={attached.type === 'event' ? 'Remove the event' : 'Remove the item'}
        icon={<X className="size-4" />}
        onClick={onRemove}
      />
    </div>
  );
}
