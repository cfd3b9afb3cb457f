import { useEffect, useRef, useState } from 'react';
import { SyncedDraft } from './synced-draft.ts';

/**
 * The text of a field and its draft, which is synced with the user's other devices. A newer draft from the server
 * replaces the text until the user types. `edit` changes the text and, unless `isDraft` is false, the draft.
 */
export function useSyncedDraft(userId: string, place: string) {
  const [draft] = useState(() => new SyncedDraft(userId, place));
  const [text, setText] = useState(() => draft.text);
  const hasTyped = useRef(false);
  useEffect(() => {
    void draft.fetch().then((newer) => {
      if (newer !== undefined && !hasTyped.current) setText(newer);
    });
    return () => draft.flush();
  }, [draft]);
  const edit = (next: string, isDraft = true): void => {
    hasTyped.current = true;
    setText(next);
    if (isDraft) draft.set(next);
  };
  return { draft, text, setText, edit };
}
