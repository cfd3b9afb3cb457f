import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Attached } from '#shared/api/posts.ts';
import type { ComposerAttachment } from '../../features/posts/components/PostComposer.tsx';
import { lazily } from '../../lib/lazily.tsx';
import type { WritingState } from '../../lib/page/share-in-post.ts';

// Loaded with the open composer, to keep the first load of Home small.
const parts = () => import('./AttachButtons.tsx');
const AttachButtons = lazily(async () => (await parts()).AttachButtons);
const AttachedCard = lazily(async () => (await parts()).AttachedCard);

/** Attaches an event or an item to the composer: one chosen here, or one shared from its page. */
export function useAttachment(): ComposerAttachment & { clear: () => void } {
  const { state, key } = useLocation() as { state: WritingState | null; key: string };
  const [attached, setAttached] = useState<Attached | null>(null);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const clear = (): void => setAttached(null);
  if (state?.attach !== undefined && key !== shownKey) {
    setShownKey(key);
    setAttached(state.attach);
  }
  return {
    attached,
    clear,
    card: attached && <AttachedCard attached={attached} onRemove={clear} />,
    button: <AttachButtons onAttach={setAttached} />,
  };
}
