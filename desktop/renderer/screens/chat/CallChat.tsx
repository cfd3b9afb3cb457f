import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallPeer } from '../../features/calls/slice.ts';
import { conversationQuery, threadQuery } from '../../features/messages/api/queries.ts';
import { AboutCard } from '../../features/messages/components/AboutCard.tsx';
import { Thread } from '../../features/messages/components/Thread.tsx';
import { preferencesQuery } from '../../lib/me.ts';
import { drawItem } from './message-item.tsx';

/** The conversation beside a call. */
export function CallChat({ userId, peer }: { userId: string; peer: CallPeer }) {
  const { data: preferences } = useQuery(preferencesQuery);
  return (
    <Thread
      userId={userId}
      peerId={peer.id}
      at={null}
      sendWithEnter={preferences?.sendWithEnter ?? true}
      about={null}
      onAboutDone={() => undefined}
      hasHeader={false}
      renderItem={drawItem}
    />
  );
}

/** The course or event of the newest message about one between the two; renders nothing without one. */
export function CallAbout({ peer }: { peer: CallPeer }) {
  const { data: conversation } = useQuery(conversationQuery(peer.id));
  const last = conversation?.lastMessage ?? null;
  // Most messages beside a call are about nothing: the newest page of the thread has those before them.
  const { data: thread } = useInfiniteQuery({ ...threadQuery(peer.id), enabled: last !== null });
  const loaded = thread?.pages.flatMap(({ messages }) => messages) ?? [];
  const about = [last, ...loaded].find((message) => message?.about && message.deletedAt === null)?.about;
  if (!about) return null;
  return (
    <div className="border-b border-border px-4 py-2">
      <AboutCard about={about} />
    </div>
  );
}
