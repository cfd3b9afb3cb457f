import type { CallAction, CallReport } from '#shared/bridge/calls.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { LiveLink } from '../../lib/live/live-link.ts';
import { liveLink } from '../../lib/live/live.ts';
import { store } from '../../lib/store.ts';
import { dial } from './dial.ts';
import { loadCalls } from './live.ts';
import { setQuiet } from './ring-sound.ts';
import type { CallController } from './session/call-controller.ts';
import type { CallSnapshot } from './slice.ts';

/**
 * Reports the calls of this page to the main process of the desktop client, and does what the user chose in the tray,
 * the call box or a notification. Returns the function that ends it.
 */
export function followShell(bridge: Bridge, link: Pick<LiveLink, 'status' | 'on'> = liveLink): () => void {
  let last = '';
  const report = (): void => {
    const next: CallReport = { isLive: link.status === 'live', call: readPageCall() };
    const text = JSON.stringify(next);
    if (text === last) return;
    last = text;
    bridge.reportCall(next).catch(ignore);
  };
  const stops = [
    store.subscribe(report),
    link.on('status', report),
    bridge.onCallAction(act),
    bridge.onTraySettings((settings) => setQuiet(settings.isQuiet)),
  ];
  bridge.getTraySettings().then((settings) => setQuiet(settings.isQuiet), ignore);
  report();
  return () => {
    for (const stop of stops) stop();
  };
}

/** The slice is in the store once the code of calls has loaded; importing it here would load it at each start. */
function readPageCall(): CallReport['call'] {
  const call = store.getState()['calls'] as CallSnapshot | undefined;
  if (!call || call.phase === 'idle' || call.callId === null || !call.peer) return null;
  const { callId, phase, step, peer, callType, isMicOn, isScreenOn: isSharing } = call;
  const { id, name, photo } = peer;
  const isAnswering = step === 'answering';
  return { callId, phase, peer: { id, name, photo }, callType, isAnswering, isMuted: !isMicOn, isSharing };
}

function act(action: CallAction): void {
  switch (action.kind) {
    case 'answer': {
      const { callId, isCameraOn } = action;
      return run((calls) => calls.answer(callId, { isMicOn: true, isCameraOn }));
    }
    case 'call':
      return dial(action.peer, action.callType);
    case 'toggle-mute':
      return run((calls) => calls.toggleMute());
    case 'stop-sharing':
      // The page may have stopped meanwhile.
      if (readPageCall()?.isSharing === true) run((calls) => calls.toggleScreen());
      return;
    case 'hang-up':
      return run((calls) => calls.hangUp());
    case 'renew':
      // After sleep, the connections of the page are as stale as after a change of the network.
      window.dispatchEvent(new Event('online'));
  }
}

function run(work: (calls: CallController) => void): void {
  loadCalls().then(work, ignore);
}

/** Without a signed-in user there is no call; a report that is lost is followed by the next one. */
function ignore(): void {}
