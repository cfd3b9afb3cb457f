import { useNavigate } from 'react-router-dom';
import type { Attached } from '#shared/api/posts.ts';

/** State of a navigation to Home: `isWriting` moves the focus to the composer, `attach` is attached to the post. */
export interface WritingState {
  isWriting?: true;
  attach?: Attached;
}

/** Returns the function that opens the composer of Home with a record attached. */
export function useShareInPost(): (attach: Attached) => void {
  const navigate = useNavigate();
  return (attach) => void navigate('/home', { state: { isWriting: true, attach } satisfies WritingState });
}
