import { useSyncExternalStore } from 'react';

/** Toasts held at once, and how long they stay. Source: spec sections 4 and 9. */
export const TOAST = { limit: 1, durationMs: 5_000, removeDelayMs: 1_000_000 } as const;

/** What a toast says. */
export interface ToastContent {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  durationMs?: number | undefined;
}

/** A toast in the store; `open` turns false when it is dismissed and still leaves the screen. */
export interface ToastItem extends ToastContent {
  id: string;
  open: boolean;
}

let items: readonly ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function change(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Adds a toast, which replaces the one shown, and answers its id. */
export function toast(content: ToastContent): string {
  count += 1;
  const id = String(count);
  change([{ ...content, id, open: true }, ...items].slice(0, TOAST.limit));
  return id;
}

/** Changes what a toast says. */
export function updateToast(id: string, content: Partial<ToastContent>): void {
  change(items.map((item) => (item.id === id ? { ...item, ...content } : item)));
}

/** Closes a toast (all without an id); it is removed later, so that it can leave the screen. */
export function dismissToast(id?: string): void {
  for (const item of items) {
    if ((id === undefined || item.id === id) && !removals.has(item.id)) {
      removals.set(
        item.id,
        setTimeout(() => removeToast(item.id), TOAST.removeDelayMs),
      );
    }
  }
  change(items.map((item) => (id === undefined || item.id === id ? { ...item, open: false } : item)));
}

/** Takes a toast (all without an id) out of the store. */
export function removeToast(id?: string): void {
  for (const [key, timer] of removals) {
    if (id !== undefined && key !== id) continue;
    clearTimeout(timer);
    removals.delete(key);
  }
  change(id === undefined ? [] : items.filter((item) => item.id !== id));
}

/** The toasts as they stand, newest first. */
export function currentToasts(): readonly ToastItem[] {
  return items;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast on screen, or undefined. */
export function useToast(): ToastItem | undefined {
  return useSyncExternalStore(subscribe, currentToasts)[0];
}
