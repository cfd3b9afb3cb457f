import { useCallback, useEffect, useRef, useState } from 'react';
import type { CaptureDevice } from '#shared/bridge/media.ts';
import { readChosen } from '../session/chosen-devices.ts';
import { watchLevel } from '../session/level-meter.ts';

/** The preview of devices in the prompt. */
interface PromptPreview {
  state: 'closed' | 'opening' | 'open' | 'failed';
  /** Loudness of the microphone, 0 to 10. */
  level: number;
  start: () => void;
  /** Closes the devices. */
  stop: () => void;
  /** Shows the camera in an element. */
  attach: (element: HTMLVideoElement | null) => void;
}

/** Opens devices for a preview when the member starts it, with a ticket of its own; they are closed with the page. */
export function usePromptPreview(kinds: readonly CaptureDevice[], onTicket: () => Promise<void>): PromptPreview {
  const [state, setState] = useState<PromptPreview['state']>('closed');
  const [level, setLevel] = useState(0);
  const stream = useRef<MediaStream | null>(null);
  const isGone = useRef(false);
  const endLevel = useRef<() => void>(() => undefined);
  const stop = useCallback(() => {
    isGone.current = true;
    endLevel.current();
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
  }, []);
  useEffect(() => {
    isGone.current = false;
    return stop;
  }, [stop]);
  const open = async (): Promise<void> => {
    setState('opening');
    try {
      await onTicket();
      stream.current = await navigator.mediaDevices.getUserMedia(constraintsOf(kinds));
    } catch {
      return setState('failed');
    }
    if (isGone.current) return stop();
    const [microphone] = stream.current.getAudioTracks();
    if (microphone) endLevel.current = watchLevel(microphone, setLevel);
    setState('open');
  };
  const attach = useCallback((element: HTMLVideoElement | null) => {
    if (element) element.srcObject = stream.current;
  }, []);
  return { state, level, start: () => void open(), stop, attach };
}

function constraintsOf(kinds: readonly CaptureDevice[]): MediaStreamConstraints {
  const chosen = readChosen();
  const of = (kind: CaptureDevice) => {
    const id = chosen[kind];
    return kinds.includes(kind) && (id === null ? true : { deviceId: { ideal: id } });
  };
  return { audio: of('microphone'), video: of('camera') };
}
