import clsx from 'clsx';
import { Check, Hourglass, Star } from 'lucide-react';
import { useState } from 'react';
import type { EventView, RsvpAnswer } from '#shared/api/events.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useEventWrites } from '../api/mutations.ts';
import { seatsText } from '../standing.ts';
import { startText } from '../times.ts';

type Wish = RsvpAnswer | 'leave';

/** The member's answer to an invitation; pressing the chosen one again takes it back. */
export function RsvpButtons({ event, isCompact = false }: { event: EventView; isCompact?: boolean }) {
  const writes = useEventWrites();
  const [running, setRunning] = useState<Wish | null>(null);
  const { status } = event.viewer;
  const isFull = seatsText(event) === 'Full';
  const answer = async (wish: Wish): Promise<void> => {
    setRunning(wish);
    try {
      const now = await (wish === 'leave' ? writes.leave(event.id) : writes.answer(event.id, wish));
      if (wish === 'going' && now.status === 'waitlisted' && !isFull)
        toast({ title: 'The last seat has just gone', description: 'You are in the waiting list.' });
    } catch (error) {
      toast({ title: 'Not answered', description: describeFailure(error).message, variant: 'destructive' });
    }
    setRunning(null);
  };
  const text = answerText(event.viewer, isCompact);
  return (
    <div>
      <div role="group" aria-label="Your answer" className="flex flex-wrap gap-2">
        {status === 'held' ? (
          <HeldButtons running={running} onAnswer={(wish) => void answer(wish)} />
        ) : (
          <AnswerButtons event={event} isFull={isFull} running={running} onAnswer={(wish) => void answer(wish)} />
        )}
      </div>
      <p role="status" className={clsx('text-[0.8125rem] text-text-muted', text !== '' && 'mt-2')}>
        {text}
      </p>
    </div>
  );
}

interface ButtonsProps {
  running: Wish | null;
  onAnswer: (wish: Wish) => void;
}

function HeldButtons({ running, onAnswer }: ButtonsProps) {
  return (
    <>
      <Button variant="primary" isLoading={running === 'going'} onClick={() => onAnswer('going')}>
        <Check aria-hidden="true" className="size-4" />
        Confirm your seat
      </Button>
      <Button isLoading={running === 'leave'} onClick={() => onAnswer('leave')}>
        Give it up
      </Button>
    </>
  );
}

function AnswerButtons({ event, isFull, running, onAnswer }: ButtonsProps & { event: EventView; isFull: boolean }) {
  const { status } = event.viewer;
  const isComing = status === 'going' || status === 'waitlisted';
  const isInterested = status === 'interested';
  const goingLabel =
    status === 'waitlisted' ? 'In the waiting list' : status !== 'going' && isFull ? 'Join the waiting list' : 'Going';
  const Icon = status === 'waitlisted' ? Hourglass : Check;
  const isRunning = (wish: RsvpAnswer, isChosen: boolean): boolean => running === (isChosen ? 'leave' : wish);
  return (
    <>
      <Button
        variant={status === null ? 'primary' : 'secondary'}
        aria-pressed={isComing}
        isLoading={isRunning('going', isComing)}
        className={clsx(isComing && 'border-accent')}
        onClick={() => onAnswer(isComing ? 'leave' : 'going')}
      >
        {isComing && <Icon aria-hidden="true" className="size-4 text-accent-text" />}
        {goingLabel}
      </Button>
      <Button
        aria-pressed={isInterested}
        isLoading={isRunning('interested', isInterested)}
        className={clsx(isInterested && 'border-accent')}
        onClick={() => onAnswer(isInterested ? 'leave' : 'interested')}
      >
        <Star aria-hidden="true" className={clsx('size-4', isInterested && 'fill-current text-accent-text')} />
        Interested
      </Button>
    </>
  );
}

function answerText({ status, position, heldUntil }: EventView['viewer'], isCompact: boolean): string {
  if (status === 'held')
    return `A seat is held for you until ${heldUntil === null ? 'tomorrow' : startText(heldUntil)}. Then it goes to the next in line.`;
  if (status === 'waitlisted')
    return `You are number ${String(position ?? 1)} in the waiting list. When a seat is free it is held for you for a day, and you are told.`;
  if (isCompact) return '';
  if (status === 'going') return 'You are going. You are reminded a day and 15 minutes before.';
  return status === 'interested' ? 'You are interested. You are told when something changes.' : '';
}
