import clsx from 'clsx';
import { Check, Hourglass, Star } from 'lucide-react';
import { useState } from 'react';
import type { EventView, RsvpAnswer } from '#shared/api/events.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useEventWrites } from '../api/mutations.ts';

/** The member's answer to an invitation; pressing the chosen one again takes it back. */
export function RsvpButtons({ event }: { event: EventView }) {
  const writes = useEventWrites();
  const [running, setRunning] = useState<RsvpAnswer | null>(null);
  const { status, position } = event.viewer;
  const isFull = event.capacity !== null && event.going >= event.capacity;
  const isComing = status === 'going' || status === 'waitlisted';
  const answer = async (wish: RsvpAnswer, isChosen: boolean): Promise<void> => {
    setRunning(wish);
    try {
      const now = await (isChosen ? writes.leave(event.id) : writes.answer(event.id, wish));
      if (wish === 'going' && now.status === 'waitlisted' && !isFull) toast({ title: 'The last seat has just gone', description: 'You are in the waiting list.' });
    } catch (error) {
      toast({ title: 'Not answered', description: describeFailure(error).message, variant: 'destructive' });
    }
    setRunning(null);
  };
  const goingLabel = status === 'waitlisted' ? 'In the waiting list' : status !== 'going' && isFull ? 'Join the waiting list' : 'Going';
  const Icon = status === 'waitlisted' ? Hourglass : Check;
  return (
    <div>
      <div role="group" aria-label="Your answer" className="flex flex-wrap gap-2">
        <Button variant={status === null ? 'primary' : 'secondary'} aria-pressed={isComing} isLoading={running === 'going'} className={clsx(isComing && 'border-accent')} onClick={() => void answer('going', isComing)}>
          {isComing && <Icon aria-hidden="true" className="size-4 text-accent-text" />}
          {goingLabel}
        </Button>
        <Button aria-pressed={status === 'interested'} isLoading={running === 'interested'} className={clsx(status === 'interested' && 'border-accent')} onClick={() => void answer('interested', status === 'interested')}>
          <Star aria-hidden="true" className={clsx('size-4', status === 'interested' && 'fill-current text-accent-text')} />
          Interested
        </Button>
      </div>
      <p role="status" className="mt-2 text-[0.8125rem] text-text-muted">
        {answerText(status, position)}
      </p>
    </div>
  );
}

function answerText(status: EventView['viewer']['status'], position: number | null): string {
  if (status === 'going') return 'You are going. You are reminded a day and 15 minutes before.';
  if (status === 'interested') return 'You are interested. You are told when something changes.';
  if (status === 'waitlisted') return `You are number ${String(position ?? 1)} in the waiting list. When a seat is free it is yours, and you are told.`;
  return '';
}
