import type { LiveLink } from '../../renderer/lib/live/live-link.ts';
import type { CallController, CallPushName } from '../../renderer/features/calls/session/call-controller.ts';
import { openCalls } from '../../renderer/features/calls/session/controller.ts';
import { readCall, type CallSnapshot } from '../../renderer/features/calls/slice.ts';
import { currentToasts } from '../../renderer/lib/page/toasts.ts';
import { Arrivals, epochMs } from './arrivals.ts';
import { NaiveCall } from './naive-call.ts';

/** What is sent of a track: the device, and the bitrate that its encoder aims at, in bits per second. */
interface SentStats {
  deviceId: string | undefined;
  targetBitrate: number | undefined;
  /** The bandwidth of the section in what the other side was sent, in kbit/s (RFC 8866, section 5.8). */
  limitKbps: number | undefined;
}

/** What a test of two browsers does with the page of one member: a call without its window. */
export interface SessionPage {
  calls: CallController;
  snapshot: () => CallSnapshot;
  toasts: () => string[];
  push: (name: string, payload: unknown) => void;
  /** Shows the peer; returns the size of its image and the time that was played. */
  remote: () => { width: number; seconds: number };
  arrivals: Arrivals;
  /** What the newest connection sends, by the kind of its track. */
  sent: () => Promise<Partial<Record<'audio' | 'video', SentStats>>>;
  open: (userId: string) => void;
  /** Closes the connections, as when the page fails, without a word to the other side. */
  closeConnections: () => void;
  /** Answers the call that rings; returns the time of the click, in milliseconds since 1970. */
  answer: () => number;
  /** Replaces the calls of the product by a naive one, until it is closed. */
  openNaive: () => void;
  naive: NaiveCall | null;
  /** Time in which the camera opens, in milliseconds; null for that of the fake one. */
  cameraMs: number | null;
}

declare global {
  interface Window {
    /** Of the test: sends an intent to its server. */
    sendIntent: (name: string, payload: unknown) => ReturnType<LiveLink['emit']>;
    session: SessionPage;
  }
}

const connections: RTCPeerConnection[] = [];
globalThis.window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
};

const remote = document.body.appendChild(document.createElement('video'));
remote.autoplay = true;

const { mediaDevices } = navigator;
const openDevices = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = async (constraints) => {
  const { cameraMs } = globalThis.window.session;
  const stream = openDevices(constraints);
  if (constraints?.video && cameraMs !== null) await new Promise((resolve) => setTimeout(resolve, cameraMs));
  return stream;
};

const session: Omit<SessionPage, 'calls'> & ThisType<SessionPage> = {
  open(userId) {
    const link = {
      status: 'live',
      on: () => () => undefined,
      subscribe: () => () => undefined,
      reconnect: () => undefined,
      emit: (name: string, payload: unknown) => globalThis.window.sendIntent(name, payload),
    } as unknown as LiveLink;
    this.calls = openCalls({ link, userId });
    this.calls.attach(remote, 'remote');
  },
  push(name, payload) {
    if (this.naive) void this.naive.receive(name, payload as never);
    else this.calls.receive(name as CallPushName, payload as never);
  },
  closeConnections: () => connections.forEach((connection) => connection.close()),
  answer() {
    const at = epochMs();
    if (this.naive) this.naive.answer();
    else this.calls.answer(readCall().callId ?? '');
    return at;
  },
  openNaive() {
    this.naive = new NaiveCall(remote, (name, payload) => void globalThis.window.sendIntent(name, payload));
  },
  async sent() {
    const connection = connections.at(-1);
    const limits = [...(connection?.remoteDescription?.sdp ?? '').matchAll(/^m=(\w+)(?:(?!\r\nm=)[^])*?b=AS:(\d+)/gm)];
    const tracks = (connection?.getSenders() ?? []).flatMap((sender) =>
      sender.track ? [{ sender, track: sender.track }] : [],
    );
    const entries = await Promise.all(
      tracks.map(async ({ sender, track }) => {
        const stats = [...(await sender.getStats()).values()] as { type: string; targetBitrate?: number }[];
        const limit = limits.find(([, kind]) => kind === track.kind)?.[2];
        return [
          track.kind,
          {
            deviceId: track.getSettings().deviceId,
            targetBitrate: stats.find(({ type }) => type === 'outbound-rtp')?.targetBitrate,
            limitKbps: limit === undefined ? undefined : Number(limit),
          },
        ] as const;
      }),
    );
    return Object.fromEntries(entries);
  },
  snapshot: readCall,
  toasts: () => currentToasts().map(({ title }) => title),
  remote: () => ({ width: remote.videoWidth, seconds: remote.currentTime }),
  arrivals: new Arrivals(remote),
  naive: null,
  cameraMs: null,
};
// `open` creates the calls.
globalThis.window.session = session as SessionPage;
