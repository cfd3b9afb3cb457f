import type { UnknownAction } from 'redux';
import { addSlice, store, useAppState } from '../store.ts';

/** Toasts shown at once, and their durations in milliseconds: on screen, and in the store after they are dismissed. */
export const TOAST = { limit: 1, durationMs: 5_000, removeDelayMs: 1_000_000 } as const;

/** Content of a toast. */
interface ToastContent {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  durationMs?: number | undefined;
}

/** A toast on screen; `open` turns false when it is dismissed and leaves the screen. */
export interface ToastItem extends ToastContent {
  id: string;
  open: boolean;
}

/** A toast in the store: the function of its action is stored outside. */
interface StoredToast extends Omit<ToastItem, 'action'> {
  actionLabel?: string | undefined;
}

type ReplacedAction = UnknownAction & { payload: readonly StoredToast[] };

const REPLACED = 'toasts/replaced';

// A plain reducer: createSlice does not fit into the first load of the sign-in page.
const readToasts = addSlice('toasts', (state: readonly StoredToast[] = [], action): readonly StoredToast[] =>
  action.type === REPLACED ? (action as ReplacedAction).payload : state,
);

let count = 0;
/** Functions of the toasts' actions, by the id of their toast. */
const actions = new Map<string, () => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function replace(change: (items: readonly StoredToast[]) => readonly StoredToast[]): void {
  const payload = change(readToasts());
  store.dispatch({ type: REPLACED, payload } satisfies ReplacedAction);
  for (const id of actions.keys()) if (!payload.some((item) => item.id === id)) actions.delete(id);
}

function withoutFunction<Content extends Partial<ToastContent>>(id: string, { action, ...content }: Content) {
  if (action) actions.set(id, action.onSelect);
  return { ...content, ...(action && { actionLabel: action.label }) };
}

function withFunction({ actionLabel, ...item }: StoredToast): ToastItem {
  const onSelect = actions.get(item.id);
  return { ...item, ...(actionLabel !== undefined && onSelect && { action: { label: actionLabel, onSelect } }) };
}

/** Shows a toast instead of the one on screen, or changes the one with an id. Returns its id. */
export function toast(content: ToastContent, id = String((count += 1))): string {
  const item = { ...content, ...withoutFunction(id, content), id, open: true };
  replace((items) => [item, ...items].slice(0, TOAST.limit));
  return id;
}

/** Closes a toast, or all without an id, and removes it after {@link TOAST}.removeDelayMs, so that it can fade out. */
export function dismissToast(id?: string): void {
  const isMeant = (item: StoredToast): boolean => id === undefined || item.id === id;
  replace((items) => items.map((item) => (isMeant(item) ? { ...item, open: false } : item)));
  for (const item of readToasts()) {
    if (isMeant(item) && !removals.has(item.id))
      removals.set(
        item.id,
        setTimeout(() => removeToast(item.id), TOAST.removeDelayMs),
      );
  }
}

/** Removes a toast, or all without an id. */
export function removeToast(id?: string): void {
  for (const [key, timer] of removals) {
    if (id !== undefined && key !== id) continue;
    clearTimeout(timer);
    removals.delete(key);
  }
  replace((items) => (id === undefined ? [] : items.filter((item) => item.id !== id)));
}

/** Returns the toasts in the store, newest first. */
export function currentToasts(): readonly ToastItem[] {
  return readToasts().map((item) => withFunction(item));
}

/** Returns the toast on screen, or undefined. */
export function useToast(): ToastItem | undefined {
  const item = useAppState(readToasts)[0];
  return item && withFunction(item);
}
