import { Mic, MicOff, Phone, PhoneOff, Video, VideoOff } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { isTyping } from '../../../lib/page/shortcut-key.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useReturnFocus } from '../../../ui/return-focus.ts';
import { CALL_NAMES, statusText } from '../call-words.ts';
import { focusAnswer, useIncomingKeys } from '../hooks/use-incoming-keys.ts';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';
import { RoundButton } from './RoundButton.tsx';
import { StreamView } from './StreamView.tsx';

/** An open dialog would move focus back and close on a click outside; the card stays usable above it. */
function stayUsable(event: SyntheticEvent): void {
  event.nativeEvent.stopPropagation();
}

/**
 * The card of an incoming call at the top right. It takes focus unless the user is typing or a dialog is open; F6 moves
 * there. It moves without sound too, so that a call is noticed when the sound is off.
 */
export function IncomingCard() {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const { callId, peer, isVideo, answer, decline, isAnswering, choice, setChoice } = useIncoming();
  const lacksMicrophone = useCall('lacksMicrophone');
  const { moveBack, dialogRef } = useCardFocus(card, isAnswering);
  useIncomingKeys({ card, onAnswer: answer, onDecline: decline });
  if (!peer || callId === null) return null;
  return (
    <div
      ref={(element) => {
        card.current = element;
        dialogRef(element);
      }}
      tabIndex={-1}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-region=""
      onPointerDown={stayUsable}
      onFocus={stayUsable}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && moveBack()}
      className="call-ringing pointer-events-auto fixed end-4 top-4 z-60 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-4 rounded-lg border border-border bg-surface-raised p-4 shadow-overlay outline-none"
    >
      <div className="flex items-center gap-4">
        <span className="call-pulse rounded-full">
          <Avatar id={peer.id} name={peer.name} src={peer.photo} size="lg" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-small text-text-muted">
            {`Incoming ${CALL_NAMES[isVideo ? 'video' : 'voice']}`}
          </h2>
          <p id={`${id}-text`} className="line-clamp-5 wrap-anywhere font-semibold">
            <bdi>{peer.name}</bdi> is calling you
          </p>
          {lacksMicrophone && <p className="text-small text-text-muted">No microphone was found. You can listen.</p>}
        </div>
      </div>
      {isAnswering ? (
        <div className="flex items-center gap-2">
          {/* Where "Decline" was: a double click on "Answer" must not end the call. */}
          <Button variant="danger" size="lg" className="flex-1" onClick={() => callController().hangUp()}>
            <PhoneOff className="size-4" />
            Hang up
          </Button>
          <p role="status" className="flex-1 text-center text-text-muted">
            {statusText({ step: 'answering', peer })}
          </p>
        </div>
      ) : (
        <>
          {isVideo && <Preview choice={choice} setChoice={setChoice} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="danger" size="lg" className="flex-1" aria-keyshortcuts="Control+Shift+D" onClick={decline}>
              <PhoneOff className="size-4" />
              Decline
            </Button>
            <Button
              data-first-focus=""
              size="lg"
              className="call-accept flex-1"
              aria-keyshortcuts="Control+Shift+A"
              onClick={answer}
            >
              {isVideo ? <Video className="size-4" /> : <Phone className="size-4" />}
              Answer
            </Button>
            {isVideo && (
              <Button
                className="w-full"
                onClick={() => callController().answer(callId, { isMicOn: choice.isMicOn, isCameraOn: false })}
              >
                <Phone className="size-4" />
                Answer with audio only
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** What the user sends when they answer. */
interface Choice {
  isMicOn: boolean;
  isCameraOn: boolean;
}

function useIncoming() {
  const callId = useCall('callId');
  const peer = useCall('peer');
  const isVideo = useCall('callType') === 'video';
  const [choice, setChoice] = useState<Choice>({ isMicOn: true, isCameraOn: true });
  return {
    callId,
    peer,
    isVideo,
    isAnswering: useCall('step') === 'answering',
    choice,
    setChoice,
    answer: () => {
      if (callId !== null) callController().answer(callId, isVideo ? choice : {});
    },
    decline: () => {
      if (callId !== null) callController().decline(callId);
    },
  };
}

/**
 * Focuses the card when it appears, if that disturbs no one. `moveBack` returns focus while the card is open; it
 * returns by itself when the card closes.
 */
function useCardFocus(card: { current: HTMLElement | null }, isAnswering: boolean) {
  const before = useRef<Element | null>(null);
  const { dialogRef, returnFocus } = useReturnFocus();
  const latestReturn = useRef(returnFocus);
  useEffect(() => {
    before.current = document.activeElement;
    const isBusy = isTyping(before.current) || document.querySelector('[role="dialog"], .scrim') !== null;
    if (!isBusy) focusAnswer(card.current);
    const { current: onClose } = latestReturn;
    return onClose;
  }, [card]);
  useEffect(() => {
    // The button that had focus is gone.
    if (isAnswering && document.activeElement === document.body) card.current?.focus();
  }, [card, isAnswering]);
  return {
    dialogRef,
    moveBack: () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}

interface PreviewProps {
  choice: Choice;
  setChoice: (choice: Choice) => void;
}

/** What the user would send with a video call; the camera opens only when asked. */
function Preview({ choice, setChoice }: PreviewProps) {
  const isPreviewing = useCall('isPreviewing');
  const isOpeningMedia = useCall('isOpeningMedia');
  const setCamera = (isCameraOn: boolean): void => {
    setChoice({ ...choice, isCameraOn });
    if (!isCameraOn) callController().endPreview();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isPreviewing && choice.isCameraOn && (
        <StreamView
          stream="local"
          label="Your picture"
          isMirrored
          className="aspect-video w-full rounded-md bg-surface-sunken object-cover"
        />
      )}
      <RoundButton
        size="md"
        label={choice.isMicOn ? 'Answer muted' : 'Answer with the microphone on'}
        icon={choice.isMicOn ? <Mic /> : <MicOff />}
        look={choice.isMicOn ? 'plain' : 'off'}
        onClick={() => setChoice({ ...choice, isMicOn: !choice.isMicOn })}
      />
      <RoundButton
        size="md"
        label={choice.isCameraOn ? 'Answer with the camera off' : 'Answer with the camera on'}
        icon={choice.isCameraOn ? <Video /> : <VideoOff />}
        look={choice.isCameraOn ? 'plain' : 'off'}
        onClick={() => setCamera(!choice.isCameraOn)}
      />
      {choice.isCameraOn && !isPreviewing && (
        <Button size="sm" variant="ghost" isLoading={isOpeningMedia} onClick={() => callController().preview('video')}>
          See how you look
        </Button>
      )}
    </div>
  );
}
