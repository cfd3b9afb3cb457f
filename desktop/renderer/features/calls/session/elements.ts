import type { CallStreamName } from './call-controller.ts';
import { setSink } from './ring.ts';

/** The elements that show the streams of a call. */
export class Elements {
  private readonly attached = new Map<HTMLMediaElement, CallStreamName>();
  private readonly streams: Record<CallStreamName, MediaStream | null> = { local: null, remote: null };
  private speakerId = '';

  /** Shows a stream in an element until the returned function is called. */
  attach(element: HTMLMediaElement, name: CallStreamName): () => void {
    this.attached.set(element, name);
    element.autoplay = true;
    if (name === 'local') element.muted = true;
    else setSink(element, this.speakerId);
    show(element, this.streams[name]);
    return () => {
      this.attached.delete(element);
      element.srcObject = null;
    };
  }

  /** Shows a stream in all elements of a name; null removes it. */
  show(name: CallStreamName, stream: MediaStream | null): void {
    this.streams[name] = stream;
    for (const [element, other] of this.attached) if (other === name) show(element, stream);
  }

  /** Chooses the output of the peer's sound; null is the system's default. */
  chooseSpeaker(deviceId: string | null): void {
    this.speakerId = deviceId ?? '';
    for (const [element, name] of this.attached) if (name === 'remote') setSink(element, this.speakerId);
  }
}

function show(element: HTMLMediaElement, stream: MediaStream | null): void {
  if (element.srcObject === stream) return;
  element.srcObject = stream;
  // The user has clicked to call or to answer, so that the browser lets it play.
  if (stream) element.play().catch(() => undefined);
}
