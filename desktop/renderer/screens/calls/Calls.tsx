import { CallLayer } from '../../features/calls/components/CallLayer.tsx';
import { CallAbout, CallChat } from '../chat/CallChat.tsx';

/** The calls of the signed-in user above every page: with the conversation of the two, and what it is about. */
export function Calls({ userId }: { userId: string }) {
  return (
    <CallLayer
      chat={(peer) => <CallChat key={peer.id} userId={userId} peer={peer} />}
      about={(peer) => <CallAbout peer={peer} />}
    />
  );
}
