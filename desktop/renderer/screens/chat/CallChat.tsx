import { useQuery } from '@tanstack/react-query';
import type { CallPeer } from '../../features/calls/slice.ts';
import { conversationQuery } from '../../features/messages/api/queries.ts';
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

/** The course or event of the last message between the two; renders nothing without one. */
export function CallAbout({ peer }: { peer: CallPeer }) {
  const { data } = useQuery(conversationQuery(peer.id));
  const about = data?.lastMessage?.about;
  if (!about) return null;
  return (
    <div className="border-b border-border px-4 py-2">
      <AboutCard about={about} />
    </div>
  );
}
