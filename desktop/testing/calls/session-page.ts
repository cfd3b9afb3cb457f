import type { LiveLink } from '../../renderer/lib/live/live-link.ts';
import type { CallController, CallPushName } from '../../renderer/features/calls/session/call-controller.ts';
import { openCalls } from '../../renderer/features/calls/session/controller.ts';
import { readCall, type CallSnapshot } from '../../renderer/features/calls/slice.ts';
import { currentToasts } from '../../renderer/lib/page/toasts.ts';

/** What a test of two browsers does with the page of one member: a call without its window. */
export interface SessionPage {
  calls: CallController;
  snapshot: () => CallSnapshot;
  toasts: () => string[];
  push: (name: string, payload: unknown) => void;
  /** Shows the peer; returns the size of its image and the time that was played. */
  remote: () => { width: number; seconds: number };
  open: (userId: string) => void;
}

declare global {
  interface Window {
    /** Of the test: sends an intent to its server. */
    sendIntent: (name: string, payload: unknown) => ReturnType<LiveLink['emit']>;
    session: SessionPage;
  }
}

const remote = document.body.appendChild(document.createElement('video'));

globalThis.window.session = {
  open(userId) {
    const link = {
      status: 'live',
      on: () => () => undefined,
      subscribe: () => () => undefined,
      emit: (name: string, payload: unknown) => globalThis.window.sendIntent(name, payload),
    } as unknown as LiveLink;
    this.calls = openCalls({ link, userId });
    this.calls.attach(remote, 'remote');
  },
  push(name, payload) {
    this.calls.receive(name as CallPushName, payload as never);
  },
  snapshot: readCall,
  toasts: () => currentToasts().map(({ title }) => title),
  remote: () => ({ width: remote.videoWidth, seconds: remote.currentTime }),
} as SessionPage;
