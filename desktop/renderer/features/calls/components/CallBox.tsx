import { Phone, PhoneOff, Video } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { CallBoxAction, CallBoxView } from '#shared/bridge/calls.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CALL_NAMES } from '../call-words.ts';
import { useIncomingKeys } from '../hooks/use-incoming-keys.ts';
import { setQuiet } from '../ring-sound.ts';
import { readChosen } from '../session/chosen-devices.ts';
import { Ring } from '../session/ring.ts';

interface CallBoxProps {
  bridge: Pick<Bridge, 'getCallBox' | 'onCallBox' | 'actInCallBox'>;
}

/** The small window of an incoming call. The main process closes it when the call no longer rings. */
export function CallBox({ bridge }: CallBoxProps) {
  const [view, setView] = useState<CallBoxView | null>(null);
  useEffect(() => {
    const stop = bridge.onCallBox(setView);
    bridge.getCallBox().then(
      (first) => setView((current) => current ?? first),
      () => undefined,
    );
    return stop;
  }, [bridge]);
  usePageTitle('Incoming call');
  if (!view) return null;
  const act = (action: CallBoxAction): void => void bridge.actInCallBox(view.callId, action).catch(() => undefined);
  return <Box key={view.callId} view={view} onAct={act} />;
}

function Box({ view, onAct }: { view: CallBoxView; onAct: (action: CallBoxAction) => void }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { peer, callType, isQuiet } = view;
  const isVideo = callType === 'video';
  const answer = (): void => onAct(isVideo ? 'answer-video' : 'answer-voice');
  useRingtone(isQuiet);
  useIncomingKeys({ card: box, onAnswer: answer, onDecline: () => onAct('decline') });
  return (
    <main className="call-box h-dvh">
      <div
        ref={box}
        role="alertdialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="flex h-full flex-col justify-between gap-4 border border-border bg-surface-raised p-4"
      >
        <div className="flex min-h-0 items-center gap-4">
          <span className="call-pulse rounded-full">
            <Avatar id={peer.id} name={peer.name} src={peer.photo} size="lg" />
          </span>
          <div className="min-w-0 flex-1">
            <h1 id={`${id}-title`} className="text-small text-text-muted">
              {`Incoming ${CALL_NAMES[callType]}`}
            </h1>
            <p id={`${id}-text`} className="line-clamp-4 wrap-anywhere font-semibold">
              <bdi>{peer.name}</bdi> is calling you
            </p>
          </div>
        </div>
        <Choices isVideo={isVideo} onAnswer={answer} onAct={onAct} />
      </div>
    </main>
  );
}

interface ChoicesProps {
  isVideo: boolean;
  onAnswer: () => void;
  onAct: (action: CallBoxAction) => void;
}

function Choices({ isVideo, onAnswer, onAct }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-2">
      <Button className="call-accept w-full" aria-keyshortcuts="Control+Shift+A" onClick={onAnswer} data-first-focus="">
        {isVideo ? <Video className="size-4" /> : <Phone className="size-4" />}
        <span>{isVideo ? 'Answer with video' : 'Answer'}</span>
      </Button>
      {isVideo && (
        <Button className="w-full" onClick={() => onAct('answer-voice')}>
          <Phone className="size-4" />
          Answer with voice
        </Button>
      )}
      <Button variant="danger" className="w-full" aria-keyshortcuts="Control+Shift+D" onClick={() => onAct('decline')}>
        <PhoneOff className="size-4" />
        Decline
      </Button>
    </div>
  );
}

/** Plays the ringtone on the chosen device, unless the app's page plays it already. */
function useRingtone(isQuiet: boolean): void {
  useEffect(() => {
    setQuiet(isQuiet);
    const ring = new Ring();
    ring.chooseDevice(readChosen().ringer);
    ring.play('ringtone');
    return () => ring.play(null);
  }, [isQuiet]);
}
