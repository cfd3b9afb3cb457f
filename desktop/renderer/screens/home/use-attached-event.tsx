import { CalendarPlus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ComposerAttachment } from '../../features/posts/components/PostComposer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { drawAttachment } from '../post-attachment.tsx';

const EventPicker = lazy(async () => ({
  default: (await import('../../features/events/components/EventPicker.tsx')).EventPicker,
}));

/** Attaches an event to the composer: one chosen here, or one shared from its page. */
export function useAttachedEvent(): ComposerAttachment & { clear: () => void } {
  const { state, key } = useLocation() as { state: { eventId?: string } | null; key: string };
  const [eventId, setEventId] = useState<string | null>(null);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  if (state?.eventId !== undefined && key !== shownKey) {
    setShownKey(key);
    setEventId(state.eventId);
  }
  return {
    attached: eventId === null ? null : { type: 'event', id: eventId },
    clear: () => setEventId(null),
    card: eventId !== null && (
      <div className="mt-3 flex items-start gap-2">
        <div className="min-w-0 flex-1">{drawAttachment({ type: 'event', id: eventId })}</div>
        <IconButton label="Remove the event" icon={<X className="size-4" />} onClick={() => setEventId(null)} />
      </div>
    ),
    button: (
      <>
        <IconButton
          label="Attach an event"
          icon={<CalendarPlus className="size-4.5" />}
          className="-ms-2"
          onClick={() => setIsPicking(true)}
        />
        {isPicking && (
          <Suspense fallback={null}>
            <EventPicker
              onClose={() => setIsPicking(false)}
              onPick={(id) => {
                setEventId(id);
                setIsPicking(false);
              }}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
