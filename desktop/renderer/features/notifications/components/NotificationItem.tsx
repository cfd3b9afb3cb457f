import clsx from 'clsx';
import { Bell, BellOff, Check, ChevronDown, ShieldAlert, Undo2 } from 'lucide-react';
import { use, useId, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { notificationText } from '#shared/api/notification-texts.ts';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { NotificationView } from '#shared/api/notifications.ts';
import { useSettingsPath } from '../../../lib/me.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { ListFilter } from '../api/queries.ts';
import type { RowActions } from '../hooks/use-row-actions.ts';
import { CallBackContext } from '../hooks/call-back.ts';
import { NotificationGroup } from './NotificationGroup.tsx';
import { NamedText } from './NamedText.tsx';
import { NotificationMenu } from './NotificationMenu.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';

interface NotificationItemProps {
  view: NotificationView;
  /** The list that contains it. */
  list: ListFilter;
  actions: RowActions;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Called before an action removes it from the list. */
  onLeave: () => void;
  onClose: () => void;
}

/** Button labels of the types that can be answered in the list. */
const ANSWERS: Partial<Record<NotificationView['type'], { accepted: string; rejected: string }>> = {
  'connection-request': { accepted: 'Accept', rejected: 'Decline' },
  'event-promoted': { accepted: 'Confirm seat', rejected: 'Give up seat' },
};

/** One notification, or a group that expands, with its actions. */
export function NotificationItem({ view, list, actions, onKeyDown, onLeave, onClose }: NotificationItemProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isWhyShown, setIsWhyShown] = useState(false);
  const { title, content, excerpt } = notificationText(view);
  const answers = ANSWERS[view.type];
  const about = (view.type === 'event-promoted' ? content : view.actors[0]?.fullName) ?? '';
  const leave = (act: () => void) => (): void => {
    onLeave();
    act();
  };
  return (
    <article
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      aria-keyshortcuts="j k e u s"
      className="flex gap-3 px-4 py-3 focus-visible:-outline-offset-2"
    >
      <Actors view={view} />
      <div className="min-w-0 flex-1">
        <p id={`${id}-title`} className="flex flex-wrap items-center gap-x-1.5 text-small text-text-muted">
          {!view.read && (
            <>
              <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
              <span className="sr-only">Unread: </span>
            </>
          )}
          <span>{title}</span>
          <span aria-hidden="true">·</span>
          <Time iso={view.createdAt} />
          {view.priority === 'high' && <Badge tone="danger">Important</Badge>}
          {view.isMuted && (
            <>
              <BellOff className="size-3.5" />
              <span>Muted</span>
            </>
          )}
        </p>
        <p id={`${id}-text`} className={clsx('mt-0.5 wrap-anywhere', !view.read && 'font-semibold')}>
          <Content view={view} text={content} onOpen={() => (actions.read(view), onClose())} />
        </p>
        {excerpt !== null && (
          <p dir="auto" className="mt-1 line-clamp-2 border-s-2 border-border ps-2.5 wrap-anywhere text-text-muted">
            {excerpt}
          </p>
        )}
        {view.snoozedUntil !== null && !view.done && (
          <p className="mt-1 text-small text-text-muted">
            <span>Returns</span> <Time iso={view.snoozedUntil} format="date" />
          </p>
        )}
        {view.canAnswer && answers && (
          <div className="mt-2 flex flex-wrap gap-2">
            {(['accepted', 'rejected'] as const).map((status) => (
              <Button
                key={status}
                size="sm"
                variant={status === 'accepted' ? 'primary' : 'secondary'}
                aria-label={`${answers[status]} ${about}`}
                onClick={() => actions.answer(view, status)}
              >
                {answers[status]}
              </Button>
            ))}
          </div>
        )}
        {view.type === 'missed-call' && <CallBackButton view={view} onCall={() => (actions.read(view), onClose())} />}
        {isWhyShown && <Why view={view} onClose={onClose} />}
        {view.count > 1 && (
          <Button
            size="sm"
            variant="ghost"
            className="-ms-2.5 mt-1"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDown className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
            <span>{isOpen ? 'Show as one' : `Show all ${String(view.count)}`}</span>
          </Button>
        )}
        {isOpen && <NotificationGroup list={{ ...list, groupKey: view.groupKey }} onClose={onClose} />}
      </div>
      <div className="-me-2 flex shrink-0 items-start">
        <IconButton
          label={view.done ? 'Put back' : 'Mark as done'}
          icon={view.done ? <Undo2 className="size-4" /> : <Check className="size-4" />}
          onClick={leave(() => actions.toggleDone(view))}
        />
        <NotificationMenu
          view={view}
          actions={actions}
          leave={leave}
          isWhyShown={isWhyShown}
          onWhy={() => setIsWhyShown(!isWhyShown)}
        />
      </div>
    </article>
  );
}

/** Calls the member of a missed call; renders nothing when their account is deleted. */
function CallBackButton({ view, onCall }: { view: NotificationView & { type: 'missed-call' }; onCall: () => void }) {
  const onCallBack = use(CallBackContext);
  const [caller] = view.actors;
  if (!onCallBack || !caller) return null;
  return (
    <Button
      size="sm"
      className="mt-2"
      aria-label={`Call back ${caller.fullName}`}
      onClick={() => {
        onCall();
        onCallBack(caller, view.params.callType);
      }}
    >
      Call back
    </Button>
  );
}

function Actors({ view }: { view: NotificationView }) {
  const [first, second] = view.actors;
  if (!first) {
    const Icon = view.priority === 'high' ? ShieldAlert : Bell;
    return (
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-sunken text-text-muted"
      >
        <Icon className="size-4.5" />
      </span>
    );
  }
  if (!second) return <Avatar id={first.id} name={first.fullName} src={first.profileImage} />;
  return (
    <span className="relative size-10 shrink-0">
      <Avatar
        id={second.id}
        name={second.fullName}
        src={second.profileImage}
        size="xs"
        className="absolute end-0 top-0"
      />
      <Avatar
        id={first.id}
        name={first.fullName}
        src={first.profileImage}
        size="xs"
        className="absolute start-0 bottom-0 ring-2 ring-surface-raised"
      />
    </span>
  );
}

function Content({ view, text, onOpen }: { view: NotificationView; text: string; onOpen: () => void }) {
  const named = <NamedText text={text} users={view.actors} />;
  if (view.path === null) return named;
  return (
    <Link to={view.path} onClick={onOpen} className="rounded-sm underline-offset-2 hover:underline">
      {named}
    </Link>
  );
}

function Why({ view, onClose }: { view: NotificationView; onClose: () => void }) {
  const settings = useSettingsPath('/settings#notifications');
  return (
    <p role="status" className="mt-2 rounded-md bg-surface-sunken px-2.5 py-2 text-small">
      <span>
        {`${NOTIFICATION_TYPES[view.type].reason} It is ` + `listed as “${NOTIFICATION_TYPES[view.type].label}”.`}
      </span>{' '}
      <TextLink to={settings} onClick={onClose}>
        Change in settings
      </TextLink>
    </p>
  );
}
