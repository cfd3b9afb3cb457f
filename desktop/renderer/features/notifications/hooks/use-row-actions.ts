import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { NotificationInput, NotificationView } from '#shared/api/notifications.ts';
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
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The actions of {@link useRowActions}. */
export type RowActions = ReturnType<typeof useRowActions>;

const WHEN = new Intl.DateTimeFormat(OWN_LOCALE, { weekday: 'long', hour: 'numeric', minute: '2-digit' });

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

/**
 * Returns the actions of a row's buttons and keys. Each shows a toast, most of them with an undo; `read` marks as read
 * without a toast, `wake` ends the snooze, `stopType` turns off the type of the notification.
 */
export function useRowActions() {
  const { mutateAsync: editRow } = useEditNotification();
  const { mutateAsync: remove } = useRemoveNotification();
  const { mutateAsync: restore } = useRestoreNotification();
  const { mutateAsync: setMuted } = useSetMuted();
  const { mutateAsync: answerConnection } = useAnswerConnection();
  const { mutateAsync: answerSeat } = useAnswerSeat();
  const { mutateAsync: editPreferences } = useEditPreferences();
  const edit = (view: NotificationView, change: NotificationInput) => editRow({ view, change });
  return {
    toggleRead: (view: NotificationView) =>
      report(edit(view, { read: !view.read }), {
        title: view.read ? 'Marked as unread' : 'Marked as read',
        undo: () => edit(view, { read: view.read }),
      }),
    // Also when the cached row is already read: the list can be older than the unread count.
    read: (view: NotificationView) => report(edit(view, { read: true }), {}),
    toggleDone: (view: NotificationView) =>
      report(edit(view, { done: !view.done }), {
        title: view.done ? 'Back in your list' : 'Done',
        undo: () => edit(view, { done: view.done }),
      }),
    snooze: (view: NotificationView, until: Date) =>
      report(edit(view, { snoozedUntil: until.toISOString() }), {
        title: 'Snoozed',
        description: `It returns ${WHEN.format(until)}.`,
        undo: () => edit(view, { snoozedUntil: null }),
      }),
    wake: (view: NotificationView) =>
      report(edit(view, { snoozedUntil: null }), {
        title: 'Back in your list',
        undo: () => edit(view, { snoozedUntil: view.snoozedUntil }),
      }),
    remove: (view: NotificationView) => report(remove(view), { title: 'Deleted', undo: () => restore(view) }),
    toggleMuted: (view: NotificationView) =>
      report(setMuted({ view, isMuted: !view.isMuted }), {
        title: view.isMuted ? 'Unmuted' : 'Muted',
        undo: () => setMuted({ view, isMuted: view.isMuted }),
      }),
    stopType: (view: NotificationView) => {
      const { label, channels } = NOTIFICATION_TYPES[view.type];
      report(editPreferences({ types: { [view.type]: { inApp: false, email: false, push: false } } }), {
        title: `${label}: off`,
        description: 'You can change it in the settings.',
        undo: () => editPreferences({ types: { [view.type]: channels } }),
      });
    },
    answer: (view: NotificationView, status: 'accepted' | 'rejected') => {
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
