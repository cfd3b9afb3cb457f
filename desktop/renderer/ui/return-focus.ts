import { useState } from 'react';

/** The elements that opened a dialog, by the element of the dialog; the nearest opener first. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/** Openers of the element that has focus: itself, then those of the dialog that contains it and may be replaced. */
function findOpeners(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  const dialog = active.closest('[role="dialog"], [role="alertdialog"]');
  return [active, ...((dialog && openersOf.get(dialog)) ?? [])];
}

/** What {@link useReturnFocus} returns. */
interface ReturnFocus {
  /** The ref of the dialog's element. */
  dialogRef: (element: HTMLElement | null) => void;
  /** Moves focus to the opener, or to the main part of the page; only when nothing has focus. */
  returnFocus: () => void;
}

/**
 * Remembers what had focus when a dialog was first rendered, before a field of it could take focus. A dialog that
 * replaces another one returns focus to the opener of the first.
 */
export function useReturnFocus(): ReturnFocus {
  const [openers] = useState(findOpeners);
  const [dialogRef] = useState(() => (element: HTMLElement | null) => {
    if (element) openersOf.set(element, openers);
  });
  const returnFocus = (): void => {
    const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;
    for (const target of [...openers, document.querySelector<HTMLElement>('main')]) {
      if (hasFocus()) return;
      if (target?.isConnected) target.focus();
    }
  };
  return { dialogRef, returnFocus };
}

const FIELDS = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled)';
const CHOICES = '[role="radio"][aria-checked="true"], [role="radio"], [role="switch"], [contenteditable="true"]';

/** Moves focus to what a dialog that has opened is for, or its first field; to the dialog itself when it has none. */
export function focusFirstField(dialog: HTMLElement): void {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  (find('[data-first-focus]') ?? find(FIELDS) ?? find(CHOICES) ?? dialog).focus();
}
