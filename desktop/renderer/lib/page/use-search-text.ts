import { useEffect, useRef, useState } from 'react';

/** Delay between the last keystroke and the search, in milliseconds. */
const TYPING_MS = 300;

/**
 * The text of a search field whose applied text is in the URL: typed text is shown at once and applied, trimmed, after
 * a delay. Another applied text, such as that of the Back button, replaces the typed one.
 */
export function useSearchText(
  applied: string,
  onApply: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(applied);
  const sent = useRef(applied);
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setText(applied);
  }, [applied]);
  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = trimmed;
      onApply(trimmed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, onApply]);
  return [text, setText];
}
