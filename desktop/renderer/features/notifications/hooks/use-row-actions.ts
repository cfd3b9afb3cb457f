import { NOTIFICATION_TYPES, type NotificationInput, type NotificationView } from '#shared/api/notifications.ts';
import { toast } from '../../../lib/page/toasts.ts';
import {
  useAnswerConnection,
  useAnswerSeat,
  useEditNotification,
  useEditPreferences,
  useRemoveNotification,
  useRestoreNotification,
  useSetMuted,
} from '../api/mutations.ts';

/** The actions of a row's buttons and keys; each shows a toast, most of them with an undo. */
export interface RowActions {
  toggleRead: (view: NotificationView) => void;
  /** Marks it as read, without a toast. */
  read: (view: NotificationView) => void;
  toggleDone: (view: NotificationView) => void;
  snooze: (view: NotificationView, until: Date) => void;
  /** Ends the snooze. */
  wake: (view: NotificationView) => void;
  remove: (view: NotificationView) => void;
  toggleMuted: (view: NotificationView) => void;
  /** Turns the type off. */
  stopType: (view: NotificationView) => void;
  answer: (view: NotificationView, status: 'accepted' | 'rejected') => void;
}

const WHEN = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' });

/** Shows a toast for a successful mutation, with an undo. Failures are reported by the query client. */
function report(
  work: Promise<unknown>,
  { title, description, undo }: { title?: string; description?: string; undo?: () => Promise<unknown> },
): void {
  work.then(
    () => {
      if (title === undefined) return;
      toast({ title, description, ...(undo && { action: { label: 'Undo', onSelect: () => report(undo(), {}) } }) });
    },
    () => undefined,
  );
}

/** Returns the actions of rows. */
export function useRowActions(): RowActions {
  const { mutateAsync: editRow } = useEditNotification();
  const { mutateAsync: remove } = useRemoveNotification();
  const { mutateAsync: restore } = useRestoreNotification();
  const { mutateAsync: setMuted } = useSetMuted();
  const { mutateAsync: answerConnection } = useAnswerConnection();
  const { mutateAsync: answerSeat } = useAnswerSeat();
  const { mutateAsync: editPreferences } = useEditPreferences();
  const edit = (view: NotificationView, change: NotificationInput) => editRow({ view, change });
  return {
    toggleRead: (view) =>
      report(edit(view, { read: !view.read }), {
        title: view.read ? 'Marked as unread' : 'Marked as read',
        undo: () => edit(view, { read: view.read }),
      }),
    // Also when the cached row is already read: the list can be older than the unread count.
    read: (view) => report(edit(view, { read: true }), {}),
    toggleDone: (view) =>
      report(edit(view, { done: !view.done }), {
        title: view.done ? 'Back in your list' : 'Done',
        undo: () => edit(view, { done: view.done }),
      }),
    snooze: (view, until) =>
      report(edit(view, { snoozedUntil: until.toISOString() }), {
        title: 'Snoozed',
        description: `It returns ${WHEN.format(until)}.`,
        undo: () => edit(view, { snoozedUntil: null }),
      }),
    wake: (view) =>
      report(edit(view, { snoozedUntil: null }), {
        title: 'Back in your list',
        undo: () => edit(view, { snoozedUntil: view.snoozedUntil }),
      }),
    remove: (view) => report(remove(view), { title: 'Deleted', undo: () => restore(view) }),
    toggleMuted: (view) =>
      report(setMuted({ view, isMuted: !view.isMuted }), {
        title: view.isMuted ? 'Unmuted' : 'Muted',
        undo: () => setMuted({ view, isMuted: view.isMuted }),
      }),
    stopType: (view) => {
      const { label, channels } = NOTIFICATION_TYPES[view.type];
      report(editPreferences({ types: { [view.type]: { inApp: false, email: false, push: false } } }), {
        title: `${label}: off`,
        description: 'You can change it in the settings.',
        undo: () => editPreferences({ types: { [view.type]: channels } }),
      });
    },
    answer: (view, status) => {
      const isAccepted = status === 'accepted';
      if (view.type === 'event-promoted') {
        report(answerSeat({ view, status }), { title: isAccepted ? 'You are going' : 'You gave up the seat' });
        return;
      }
      const name = view.actors[0]?.fullName ?? 'this member';
      report(answerConnection({ view, status }), {
        title: isAccepted ? `You and ${name} are connected` : `You declined ${name}`,
      });
    },
  };
}
