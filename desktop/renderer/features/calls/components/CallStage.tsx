import clsx from 'clsx';
import { MicOff, VideoOff } from 'lucide-react';
import { initialsColors } from '../../../ui/initials-colors.ts';
import { initials } from '../../../ui/initials.ts';
import { Name } from '../../../ui/Name.tsx';
import { statusText } from '../call-words.ts';
import { useCall } from '../slice.ts';
import { CallNotices } from './CallNotices.tsx';
import { SelfView } from './SelfView.tsx';
import { StreamView } from './StreamView.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** The middle of the call window: the images of the call, or who is called, and what is happening. */
export function CallStage() {
  const isVideo = useCall('callType') === 'video';
  const phase = useCall('phase');
  const isCameraOn = useCall('isCameraOn');
  const showsPeer = useShowsPeer();
  const isDark = isVideo || showsPeer;
  // Before the answer there is only the own camera to see.
  const showsSelf = isVideo && phase === 'outgoing' && isCameraOn;
  return (
    <div
      {...(isDark && { 'data-theme': 'dark', 'data-scheme': document.documentElement.dataset['scheme'] })}
      className="relative flex min-h-0 flex-col items-center justify-center overflow-hidden bg-surface text-text"
    >
      {phase === 'active' && <PeerStream />}
      {showsSelf && (
        <StreamView
          stream="local"
          label="Your picture"
          isMirrored
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {!showsPeer && !showsSelf && <PeerInitials />}
      <Status isOverlay={showsPeer || showsSelf} />
      <PeerState />
      {phase === 'active' && <SelfView />}
      <CallNotices />
    </div>
  );
}

/** Whether the peer sends images that have arrived. */
export function useShowsPeer(): boolean {
  const media = useCall('peerMedia');
  return useCall('hasRemoteVideo') && (media.video || media.screen);
}

/** What the peer sends; it stays in the page while only its sound is played. */
export function PeerStream({ className = 'absolute inset-0 size-full' }: { className?: string }) {
  const peer = useCall('peer');
  const { screen } = useCall('peerMedia');
  const showsPeer = useShowsPeer();
  return (
    <StreamView
      stream="remote"
      label={`${screen ? 'Screen' : 'Picture'} of ${peer?.name ?? 'the other member'}`}
      className={showsPeer ? clsx(className, 'object-contain') : 'invisible absolute size-px'}
    />
  );
}

function PeerInitials() {
  const peer = useCall('peer');
  return (
    <span
      aria-hidden="true"
      {...initialsColors(
        peer?.id,
        'flex size-32 items-center justify-center rounded-full text-display font-semibold select-none',
      )}
    >
      {initials(peer?.name ?? '')}
    </span>
  );
}

const OVERLAY =
  'relative max-w-[calc(100%-1.5rem)] rounded-lg border border-border bg-surface-raised px-3 py-1.5 text-center wrap-anywhere';

function Status({ isOverlay }: { isOverlay: boolean }) {
  const step = useCall('step');
  const peer = useCall('peer');
  const text = statusText({ step, peer });
  // The images have stopped: they are dimmed, so that no one takes them for live ones.
  const isStalled = step === 'reconnecting';
  return (
    <>
      {isOverlay && isStalled && <div aria-hidden="true" className="scrim absolute inset-0" />}
      <p
        role="status"
        className={clsx(
          !isOverlay && 'mt-4 px-4 text-center text-medium wrap-anywhere text-text-muted',
          isOverlay && (step === 'connected' ? 'sr-only' : OVERLAY),
          isOverlay && !isStalled && 'absolute bottom-3',
        )}
      >
        <bdi>{text}</bdi>
      </p>
    </>
  );
}

/** What the peer does not send: announced, and shown at the lower edge. */
function PeerState() {
  const peer = useCall('peer');
  const media = useCall('peerMedia');
  const isVideo = useCall('callType') === 'video';
  const isActive = useCall('phase') === 'active';
  const step = useCall('step');
  const isKnown = isActive && step !== 'connecting';
  return (
    <div
      role="status"
      className="absolute start-3 bottom-3 flex max-w-[calc(100%-max(25%,7rem)-2.25rem)] flex-col items-start gap-1.5"
    >
      {isKnown && !media.audio && (
        <Label icon={<MicOff className="size-3.5 shrink-0" />} name={peer?.name ?? ''} text=" is muted" />
      )}
      {isKnown && isVideo && !media.video && !media.screen && (
        <Label icon={<VideoOff className="size-3.5 shrink-0" />} name={peer?.name ?? ''} text="’s camera is off" />
      )}
    </div>
  );
}

function Label({ icon, name, text }: { icon: Elements; name: string; text: string }) {
  return (
    <span className="flex max-w-full items-center gap-1.5 rounded-full border border-border bg-surface-raised px-2.5 py-1 text-small">
      {icon}
      <span className="flex min-w-0 whitespace-pre">
        <Name className="min-w-0 truncate">{name}</Name>
        <span className="shrink-0">{text}</span>
      </span>
    </span>
  );
}
