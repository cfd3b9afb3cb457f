import { useQueryClient } from '@tanstack/react-query';
import {
  CalendarPlus,
  CircleAlert,
  Clock,
  ExternalLink,
  Link2,
  MapPin,
  MessageCircleQuestion,
  Pencil,
  Send,
  Users,
  Video,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { EventDetailView } from '#shared/api/events.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { copyLink } from '../../../lib/page/copy-link.ts';
import { useShareInPost } from '../../../lib/page/share-in-post.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { OutsideLink } from '../../../ui/OutsideLink.tsx';
import { AudienceLine } from '../../users/components/AudienceLine.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { useCancelEvent, useSaveCalendar } from '../api/mutations.ts';
import { eventQuery } from '../api/queries.ts';
import { seatsText } from '../event-text.ts';
import { endMsOf, fullText, isOtherClock, startText } from '../times.ts';
import { Attendees } from './Attendees.tsx';
import { EventMenu } from './EventMenu.tsx';
import { placeText } from './EventRow.tsx';
import { EventStateBadge } from './EventStateBadge.tsx';
import { RsvpButtons } from './RsvpButtons.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface EventDetailProps {
  event: EventDetailView;
  /** Renders the action that promotes an event of the user. */
  promote?: ((event: EventDetailView) => Elements) | undefined;
  onEdit: (event: EventDetailView) => void;
  /** Returns to the lists. */
  onAll: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One event: its time, place, attendees and the user's answer. */
export function EventDetail({ event, promote, onEdit, onAll, onOpen, onClose }: EventDetailProps) {
  useRooms(`event-${event.id}`);
  const [isCancelling, setIsCancelling] = useState(false);
  const { mutateAsync: cancel } = useCancelEvent();
  const isOver = endMsOf(event) <= Date.now();
  const canChange = event.viewer.isHost && event.state === 'scheduled' && !isOver;
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={event.title}
      footer={
        <>
          <Button variant="ghost" className="me-auto" onClick={onAll}>
            All events
          </Button>
          {!event.viewer.isHost && (
            <ButtonLink to={`/chat?with=${event.host.id}&about=event:${event.id}`}>
              <MessageCircleQuestion className="size-4" />
              Ask
            </ButtonLink>
          )}
          {canChange && (
            <>
              <Button onClick={() => setIsCancelling(true)}>Cancel event</Button>
              <Button variant="primary" onClick={() => onEdit(event)}>
                <Pencil className="size-4" />
                Edit
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <EventSummary event={event} isOver={isOver} />
        {!isOver && event.state === 'scheduled' && <Conflicts event={event} onOpen={onOpen} />}
        {!event.viewer.isHost && !isOver && event.state === 'scheduled' && <RsvpButtons event={event} />}
        <JoinLink event={event} isOver={isOver} />
        {event.description !== '' && <LinkedText className="leading-relaxed">{event.description}</LinkedText>}
        <CalendarActions event={event}>
          {canChange && promote?.(event)}
          <EventMenu event={event} onBlocked={onAll} />
        </CalendarActions>
        <Attendees event={event} />
      </div>
      {isCancelling && (
        <ConfirmDialog
          title="Cancel this event?"
          description="Attendees will be notified. This can't be undone."
          confirmLabel="Cancel event"
          onConfirm={() => cancel(event.id)}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </Dialog>
  );
}

function EventSummary({ event, isOver }: { event: EventDetailView; isOver: boolean }) {
  const seats = seatsText(event);
  return (
    <div className="flex flex-col gap-2">
      {(event.state === 'cancelled' || isOver) && (
        <span>
          <EventStateBadge isCancelled={event.state === 'cancelled'} />
        </span>
      )}
      <IconLine icon={<Clock />}>
        <time dateTime={event.date}>{fullText(event)}</time>
        {isOtherClock(event.date, event.timezone) && (
          <span className="block text-small text-text-muted">
            {`${fullText(event, event.timezone)} (${event.timezone.replaceAll('_', ' ')})`}
          </span>
        )}
      </IconLine>
      <IconLine icon={event.isVirtual ? <Video /> : <MapPin />}>
        <bdi className="wrap-anywhere">{placeText(event)}</bdi>
      </IconLine>
      <IconLine icon={<Users />}>
        <span>{peopleText(event)}</span>
        {seats !== null && event.state === 'scheduled' && !isOver && <span>{` · ${seats}`}</span>}
      </IconLine>
      <AudienceLine audience={event.audience} />
      <div className="mt-1 flex items-center gap-2.5">
        <AvatarLink user={event.host} size="sm" />
        <span>
          Hosted by <NameLink user={event.host} />
        </span>
      </div>
    </div>
  );
}

function peopleText({ going, interested, waitlisted, held, capacity }: EventDetailView): string {
  const parts = [
    capacity === null
      ? `${going.toLocaleString(OWN_LOCALE)} going`
      : `${going.toLocaleString(OWN_LOCALE)} of ${capacity.toLocaleString(OWN_LOCALE)} going`,
  ];
  if (held > 0) parts.push(held === 1 ? '1 seat held' : `${held.toLocaleString(OWN_LOCALE)} seats held`);
  if (interested > 0) parts.push(`${interested.toLocaleString(OWN_LOCALE)} interested`);
  if (waitlisted > 0) parts.push(`${waitlisted.toLocaleString(OWN_LOCALE)} on the waiting list`);
  return parts.join(' · ');
}

function IconLine({ icon, children }: { icon: ReactNode; children: Elements }) {
  return (
    <div className="flex items-start gap-2.5">
      <span aria-hidden="true" className="mt-0.5 text-text-muted [&>svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

function Conflicts({ event, onOpen }: { event: EventDetailView; onOpen: (id: string) => void }) {
  if (event.conflicts.length === 0) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-border bg-surface-sunken p-3">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-medium">At the same time</p>
        <ul>
          {event.conflicts.map(({ id, title, date }) => (
            <li key={id}>
              <button
                type="button"
                dir="auto"
                className="rounded-sm text-start text-accent-text wrap-anywhere hover:underline"
                onClick={() => onOpen(id)}
              >
                {title}
              </button>{' '}
              <span className="text-small text-text-muted">{startText(date)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The link to join an event; refetches the event at the time the link becomes available. */
function JoinLink({ event, isOver }: { event: EventDetailView; isOver: boolean }) {
  const client = useQueryClient();
  const { id, viewer } = event;
  const opensAt = viewer.joinOpensAt;
  useEffect(() => {
    if (opensAt === null || viewer.joinUrl !== null) return undefined;
    const waitMs = Date.parse(opensAt) - Date.now() + 1_000;
    // The delay of setTimeout is limited to 2^31 - 1 ms, about 24 days.
    if (waitMs > 2_000_000_000) return undefined;
    const timer = setTimeout(() => void client.invalidateQueries(eventQuery(id)), Math.max(0, waitMs));
    return () => clearTimeout(timer);
  }, [client, id, opensAt, viewer.joinUrl]);
  if (!event.isVirtual || isOver || event.state === 'cancelled') return null;
  if (viewer.joinUrl !== null) {
    return (
      <OutsideLink
        href={viewer.joinUrl}
        rel="noopener noreferrer"
        className={`${buttonClasses(viewer.isHost ? 'secondary' : 'primary')} self-start`}
      >
        <ExternalLink className="size-4" />
        Join online
      </OutsideLink>
    );
  }
  return <p className="text-small text-text-muted">{joinText(event)}</p>;
}

function joinText({ hasJoinUrl, viewer }: EventDetailView): string {
  if (!hasJoinUrl)
    return viewer.isHost
      ? 'There is no link to join yet. Add it by editing the event.'
      : 'The host has not added a link to join yet.';
  if (viewer.joinOpensAt !== null) return `The link to join appears here from ${startText(viewer.joinOpensAt)}.`;
  return 'Attendees see the link to join here, 15 minutes before the start.';
}

function CalendarActions({ event, children }: { event: EventDetailView; children: Elements }) {
  const { mutate: save, isPending } = useSaveCalendar();
  const share = useShareInPost();
  // The links lead to Home.
  const isCreator = useIsCreator();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" isLoading={isPending} onClick={() => save(event.id)}>
        <CalendarPlus className="size-4" />
        Add to calendar
      </Button>
      {!isCreator && (
        <>
          <Button size="sm" onClick={() => void copyLink(`/home?event=${event.id}`)}>
            <Link2 className="size-4" />
            Copy link
          </Button>
          <Button size="sm" onClick={() => share({ type: 'event', id: event.id })}>
            <Send className="size-4" />
            Share in a post
          </Button>
        </>
      )}
      {children}
    </div>
  );
}
