import { useEffect } from 'react';
import { liveLink } from '../../../lib/live/live.ts';

const openCounts = new Map<string, number>();

/** Joins the room of a post while its comments are on screen; counts uses, so that the last one leaves the room. */
export function usePostRoom(postId: string): void {
  useEffect(() => {
    const room = `post-${postId}`;
    const count = openCounts.get(room) ?? 0;
    openCounts.set(room, count + 1);
    if (count === 0) liveLink.joinRoom(room);
    return () => {
      const left = (openCounts.get(room) ?? 1) - 1;
      if (left > 0) {
        openCounts.set(room, left);
        return;
      }
      openCounts.delete(room);
      liveLink.leaveRoom(room);
    };
  }, [postId]);
}
