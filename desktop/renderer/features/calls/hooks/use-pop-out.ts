import { useCallback, useEffect, useRef, useState } from 'react';

/** Document Picture-in-Picture (https://wicg.github.io/document-picture-in-picture/). */
interface PopOutWindows {
  requestWindow(size: { width: number; height: number }): Promise<Window>;
}

const SIZE = { width: 360, height: 300 };

function popOutWindows(): PopOutWindows | undefined {
  return (globalThis as { documentPictureInPicture?: PopOutWindows }).documentPictureInPicture;
}

/** What {@link usePopOut} returns. */
interface PopOut {
  /** Where the call is rendered; null while it is in the page. */
  container: HTMLElement | null;
  /** Opens the window, after a click; undefined where the browser has none. */
  open: (() => void) | undefined;
  close: () => void;
}

/** A window of its own that stays on top of all others, with the styles of this page. `onOpen` runs when it is open. */
export function usePopOut(onOpen: () => void): PopOut {
  const [popOut, setPopOut] = useState<Window | null>(null);
  const isGone = useRef(false);
  const windows = popOutWindows();
  const open = useCallback(async () => {
    const opened = await windows?.requestWindow(SIZE);
    if (!opened) return;
    // The call has ended while it opened.
    if (isGone.current) return opened.close();
    copyLooks(opened.document);
    opened.addEventListener('pagehide', () => setPopOut((current) => (current === opened ? null : current)));
    setPopOut(opened);
    onOpen();
  }, [windows, onOpen]);
  useEffect(() => () => popOut?.close(), [popOut]);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  return {
    container: popOut?.document.body ?? null,
    // A browser that refuses leaves the call where it is.
    open: windows && (() => void open().catch(() => undefined)),
    close: () => setPopOut(null),
  };
}

function copyLooks(target: Document): void {
  const source = document.documentElement;
  Object.assign(target.documentElement.dataset, source.dataset);
  target.documentElement.lang = source.lang;
  // It has no scroll bars, and needs no room for one.
  target.documentElement.style.scrollbarGutter = 'auto';
  target.title = 'Call';
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(target.importNode(sheet, true));
}
