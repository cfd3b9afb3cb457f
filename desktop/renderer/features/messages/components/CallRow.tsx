import clsx from 'clsx';
import { Phone, PhoneMissed, Video } from 'lucide-react';
import { callResult } from '#shared/api/call-texts.ts';
import type { CallType } from '#shared/api/calls.ts';
import type { MessageView } from '#shared/api/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const CLOCK = new Intl.DateTimeFormat(OWN_LOCALE, { hour: 'numeric', minute: '2-digit' });
const FULL = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'full', timeStyle: 'short' });

interface CallRowProps {
  message: MessageView;
  isOwn: boolean;
  /** Calls the peer; undefined where the peer cannot be called. */
  onCallBack?: ((type: CallType) => void) | undefined;
}

/** A call in the thread: its result, its time, and a button to call back. */
export function CallRow({ message: { call, conversationSeq, createdAt }, isOwn, onCallBack }: CallRowProps) {
  const { text, isMissed } = callResult(call, isOwn);
  const Icon = isMissed ? PhoneMissed : call?.type === 'video' ? Video : Phone;
  const date = new Date(createdAt);
  return (
    <li data-seq={conversationSeq} className="mt-3 flex items-center justify-center gap-2 text-small text-text-muted">
      <Icon className={clsx('size-4', isMissed && 'text-danger')} />
      <span className={clsx(isMissed && 'font-medium text-text')}>{text}</span>
      <time dateTime={createdAt} title={FULL.format(date)}>
        {CLOCK.format(date)}
      </time>
      {onCallBack && (
        <Button size="sm" onClick={() => onCallBack(call?.type ?? 'voice')}>
          {isOwn ? 'Call again' : 'Call back'}
        </Button>
      )}
    </li>
  );
}
