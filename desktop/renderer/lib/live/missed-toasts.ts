import { toast } from '../page/toasts.ts';

/** The toast of an event that happened while this device was not connected. */
interface MissedToast {
  kind: 'message' | 'notification';
  show: () => void;
}

let queued: MissedToast[] = [];

/** Queues a toast until all missed events are delivered. */
export function queueMissedToast(missed: MissedToast): void {
  queued.push(missed);
}

/** Shows the missed toasts: a single one as it is, several as one toast that counts them. */
export function showMissedToasts(): void {
  const missed = queued;
  queued = [];
  if (missed.length === 1) return missed[0]?.show();
  if (missed.length === 0) return;
  const parts = [counted(missed, 'message', 'new message'), counted(missed, 'notification', 'notification')];
  toast({ title: 'While you were away', description: parts.filter(Boolean).join(' and ') });
}

/** Discards the missed toasts, since another user may sign in next. */
export function discardMissedToasts(): void {
  queued = [];
}

function counted(missed: readonly MissedToast[], kind: MissedToast['kind'], word: string): string {
  const { length } = missed.filter((item) => item.kind === kind);
  return length === 0 ? '' : `${length.toLocaleString('en')} ${word}${length === 1 ? '' : 's'}`;
}
