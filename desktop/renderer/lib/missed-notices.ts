import { toast } from './toasts.ts';

/** Something that would have been told at its moment, had this device been there. */
export interface MissedNotice {
  kind: 'message' | 'notification';
  tell: () => void;
}

let waiting: MissedNotice[] = [];

/** Keeps a notice until everything that was missed is here. */
export function noteMissed(notice: MissedNotice): void {
  waiting.push(notice);
}

/** Tells what was missed: one notice as it is, several in one sentence, none not at all. Source: trust.md 2. */
export function tellMissed(): void {
  const notices = waiting;
  waiting = [];
  if (notices.length === 1) return notices[0]?.tell();
  if (notices.length === 0) return;
  const parts = [counted(notices, 'message', 'new message'), counted(notices, 'notification', 'notification')];
  toast({ title: 'While you were away', description: parts.filter(Boolean).join(' and ') });
}

/** Forgets what waits, since somebody else may sign in here. */
export function forgetMissed(): void {
  waiting = [];
}

function counted(notices: readonly MissedNotice[], kind: MissedNotice['kind'], word: string): string {
  const { length } = notices.filter((notice) => notice.kind === kind);
  return length === 0 ? '' : `${length.toLocaleString('en')} ${word}${length === 1 ? '' : 's'}`;
}
