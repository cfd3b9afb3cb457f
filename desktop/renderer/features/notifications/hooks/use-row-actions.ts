import { useMemo } from 'react';
import { NOTIFICATION_TYPES, type NotificationView } from '#shared/api/notifications.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { useNotificationWrites, type NotificationWrites } from '../api/mutations.ts';

/** What the buttons and keys of a row do; each says what it did and takes it back on demand. */
export interface RowActions {
  toggleRead: (view: NotificationView) => void;
  /** Reads without a word, as by opening. */
  read: (view: NotificationView) => void;
  toggleDone: (view: NotificationView) => void;
  snooze: (view: NotificationView, until: Date) => void;
  wake: (view: NotificationView) => void;
  remove: (view: NotificationView) => void;
  toggleMuted: (view: NotificationView) => void;
  /** Lets no more of this type come. */
  stopType: (view: NotificationView) => void;
  answer: (view: NotificationView, status: 'accepted' | 'rejected') => void;
}

const WHEN = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' });

/** Runs a write, tells what it did with the way back, or why it failed. */
async function run(
  work: Promise<unknown>,
  { title, description, undo }: { title?: string; description?: string; undo?: () => Promise<unknown> },
): Promise<void> {
  try {
    await work;
    if (title === undefined) return;
    toast({ title, description, ...(undo && { action: { label: 'Undo', onSelect: () => void run(undo(), {}) } }) });
  } catch (error) {
    toast({ title: 'Not saved', description: describeFailure(error).message, variant: 'destructive' });
  }
}

function createActions(writes: NotificationWrites): RowActions {
  return {
    toggleRead: (view) =>
      void run(writes.edit(view, { read: !view.read }), {
        title: view.read ? 'Marked as unread' : 'Marked as read',
        undo: () => writes.edit(view, { read: view.read }),
      }),
    // Also for one that looks read: the list may be older than the number on the bell.
    read: (view) => void run(writes.edit(view, { read: true }), {}),
    toggleDone: (view) =>
      void run(writes.edit(view, { done: !view.done }), {
        title: view.done ? 'Back in your list' : 'Done',
        undo: () => writes.edit(view, { done: view.done }),
      }),
    snooze: (view, until) =>
      void run(writes.edit(view, { snoozedUntil: until.toISOString() }), {
        title: 'Snoozed',
        description: `It comes back ${WHEN.format(until)}.`,
        undo: () => writes.edit(view, { snoozedUntil: null }),
      }),
    wake: (view) =>
      void run(writes.edit(view, { snoozedUntil: null }), {
        title: 'Back in your list',
        undo: () => writes.edit(view, { snoozedUntil: view.snoozedUntil }),
      }),
    remove: (view) => void run(writes.remove(view), { title: 'Deleted', undo: () => writes.restore(view) }),
    toggleMuted: (view) =>
      void run(writes.setMuted(view, !view.isMuted), {
        title: `You will hear ${view.isMuted ? 'again of this' : 'no more of this'} ${view.sourceType ?? ''}`,
        undo: () => writes.setMuted(view, view.isMuted),
      }),
    stopType: (view) => {
      const { label, channels } = NOTIFICATION_TYPES[view.type];
      const set = (ways: typeof channels) => writes.editPreferences({ types: { [view.type]: ways } });
      void run(set({ inApp: false, email: false, push: false } as typeof channels), {
        title: `${label}: off`,
        description: 'You can change it in the settings.',
        undo: () => set(channels),
      });
    },
    answer: (view, status) => {
      if (view.type === 'event-promoted')
        return void run(writes.answerSeat(view, status), {
          title: status === 'accepted' ? 'You are going' : 'You gave the seat up',
        });
      const name = view.actors[0]?.fullName ?? 'this person';
      return void run(writes.answer(view, status), {
        title: status === 'accepted' ? `You and ${name} are connected` : `You declined ${name}`,
      });
    },
  };
}

/** The actions of rows over the app's cache. */
export function useRowActions(): RowActions {
  const writes = useNotificationWrites();
  return useMemo(() => createActions(writes), [writes]);
}
