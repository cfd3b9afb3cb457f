import clsx from 'clsx';
import { Check, Hourglass, Star } from 'lucide-react';
import type { EventView, RsvpAnswer } from '#shared/api/events.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAnswerEvent } from '../api/mutations.ts';
import { seatsText } from '../event-text.ts';
import { startText } from '../times.ts';

type Answer = RsvpAnswer | 'leave';

/** The user's answer to an event; pressing the chosen button again withdraws the answer. */
export function RsvpButtons({ event, isCompact = false }: { event: EventView; isCompact?: boolean }) {
  const { mutate, isPending, variables } = useAnswerEvent(event.id);
  const running = isPending ? variables : null;
  const { status } = event.viewer;
  const isFull = seatsText(event) === 'Full';
  const onAnswer = (answer: Answer): void =>
    mutate(answer, {
      onSuccess: (now) => {
        if (answer === 'going' && now.status === 'waitlisted' && !isFull)
          toast({ title: 'The last seat was just taken', description: 'You are on the waiting list.' });
      },
    });
  const text = answerText(event.viewer, isCompact);
  return (
    <div>
      <div role="group" aria-label="Your answer" className="flex flex-wrap gap-2">
        {status === 'held' ? (
          <HeldButtons running={running} onAnswer={onAnswer} />
        ) : (
          <AnswerButtons event={event} isFull={isFull} running={running} onAnswer={onAnswer} />
        )}
      </div>
      <p role="status" className={clsx('text-small text-text-muted', text !== '' && 'mt-2')}>
        {text}
      </p>
    </div>
  );
}

interface ButtonsProps {
  running: Answer | null;
  onAnswer: (answer: Answer) => void;
}

function HeldButtons({ running, onAnswer }: ButtonsProps) {
  return (
    <>
      <Button variant="primary" isLoading={running === 'going'} onClick={() => onAnswer('going')}>
        <Check className="size-4" />
        Confirm your seat
      </Button>
      <Button isLoading={running === 'leave'} onClick={() => onAnswer('leave')}>
        Give up your seat
      </Button>
    </>
  );
}

function AnswerButtons({ event, isFull, running, onAnswer }: ButtonsProps & { event: EventView; isFull: boolean }) {
  const { status } = event.viewer;
  const isComing = status === 'going' || status === 'waitlisted';
  const isInterested = status === 'interested';
  const goingLabel =
    status === 'waitlisted' ? 'On the waiting list' : status !== 'going' && isFull ? 'Join the waiting list' : 'Going';
  const Icon = status === 'waitlisted' ? Hourglass : Check;
  const isRunning = (answer: RsvpAnswer, isChosen: boolean): boolean => running === (isChosen ? 'leave' : answer);
  return (
    <>
      <Button
        variant={status === null ? 'primary' : 'secondary'}
        aria-pressed={isComing}
        isLoading={isRunning('going', isComing)}
        className={clsx(isComing && 'border-accent')}
        onClick={() => onAnswer(isComing ? 'leave' : 'going')}
      >
        {isComing && <Icon className="size-4 text-accent-text" />}
        <span>{goingLabel}</span>
      </Button>
      <Button
        aria-pressed={isInterested}
        isLoading={isRunning('interested', isInterested)}
        className={clsx(isInterested && 'border-accent')}
        onClick={() => onAnswer(isInterested ? 'leave' : 'interested')}
      >
        <Star className={clsx('size-4', isInterested && 'fill-current text-accent-text')} />
        Interested
      </Button>
    </>
  );
}

function answerText({ status, position, heldUntil }: EventView['viewer'], isCompact: boolean): string {
  if (status === 'held')
    return (
      `A seat is held for you until ${heldUntil === null ? 'tomorrow' : startText(heldUntil)}. After that, ` +
      `it is offered to the next member on the waiting list.`
    );
  if (status === 'waitlisted')
    return (
      `You are number ${String(position ?? 1)} on the waiting list. When a seat becomes free, it is ` +
      `held for you for a day and you are notified.`
    );
  if (isCompact) return '';
  if (status === 'going') return 'You are going. You will be reminded a day before and 15 minutes before.';
  return status === 'interested' ? 'You are interested. You will be notified of changes.' : '';
}
