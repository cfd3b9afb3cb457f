import { callEndpoints, type CallType } from '#shared/api/calls.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call } from '../../../lib/http/api.ts';
import { endAll, type LiveBinding } from '../../../lib/live/live-link.ts';
import { keepCall, takeKeptCall } from '../kept-call.ts';
import { IDLE_CALL, readCall, updateCall, type CallDevices, type CallPeer, type DeviceKind } from '../slice.ts';
import { setCallController, type CallController, type CallPushName, type CallStreamName } from './call-controller.ts';
import { newCallId } from './call-id.ts';
import { advance } from './call-machine.ts';
import { keptOf } from './call-return.ts';
import {
  idleState,
  type Call,
  type CallEffect,
  type CallEvent,
  type CallPush,
  type CallTimer,
  type FailedDevices,
} from './call-state.ts';
import { shownTypeOf } from './call-steps.ts';
import { CallToasts } from './call-toasts.ts';
import { offerDevice, readChosen, storeChosen } from './chosen-devices.ts';
import { Elements } from './elements.ts';
import { watchLevel } from './level-meter.ts';
import { keepLinked } from './keep-linked.ts';
import { Measurement } from './measurement.ts';
import { Media } from './media.ts';
import { Peers } from './peers.ts';
import type { QualityReport } from './quality.ts';
import { askAtDial } from './ask-at-dial.ts';
import { pagePorts, type CallPorts } from './call-ports.ts';
import { Ring } from './ring.ts';
import { ScreenLock } from './screen-lock.ts';
import { Signaling } from './signaling.ts';

/** While the own camera is opened, the peer learns at this interval that the call goes on, in milliseconds. */
const OPENING_EVERY_MS = 4 * SECOND_MS;

/** Pushes that the session follows; live.ts passes on those that load it. */
const FOLLOWED: readonly CallPushName[] = [
  'incoming-call-received',
  'call-accepted',
  'call-rejected',
  'call-busy',
  'call-ended',
  'call-signal',
  'call-elsewhere',
  'call-merged',
];

/** Opens the calls of the signed-in user in this window. */
export function openCalls(
  binding: Pick<LiveBinding, 'link' | 'userId'>,
  ports: CallPorts = pagePorts(),
): CallController {
  const calls = new Calls(binding, ports);
  setCallController(calls);
  return calls;
}

/** Connects the machine with link, media, peer connections, sounds, toasts and the snapshot. */
class Calls implements CallController {
  private readonly binding: Pick<LiveBinding, 'link' | 'userId'>;
  private readonly ports: CallPorts;
  private readonly signaling: Signaling;
  private readonly peers: Peers;
  private readonly media: Media;
  private readonly ring: Ring;
  private readonly elements = new Elements();
  private readonly toasts = new CallToasts(() => this.media.denials);
  private readonly timers = new Map<CallTimer, ReturnType<typeof setTimeout>>();
  private readonly stopListening: () => void;
  private state: ReturnType<typeof idleState>;
  private readonly queue: CallEvent[] = [];
  private isRunning = false;
  private readonly measurement: Measurement;
  /** Difference of this computer's clock to the server's, in milliseconds. */
  private skewMs = 0;
  private started: { callId: string; answeredAt: string | null; atMs: number } | undefined;
  private openingTimer: ReturnType<typeof setInterval> | undefined;
  private stopLevel: (() => void) | undefined;
  private measured: MediaStreamTrack | null = null;
  private readonly screenLock = new ScreenLock();

  constructor(binding: Pick<LiveBinding, 'link' | 'userId'>, ports: CallPorts) {
    this.binding = binding;
    this.ports = ports;
    this.state = idleState(binding.userId, takeKeptCall());
    const onEvent = (event: CallEvent): void => this.dispatch(event);
    this.signaling = new Signaling({ link: binding.link, onEvent, summary: () => this.measurement.summarize() });
    this.measurement = new Measurement({
      now: ports.now,
      getStats: (connection) => this.readStats(connection),
      onReport: (report) => this.showQuality(report),
      onFlow: (partyId, type) => this.dispatch({ type: 'peer', partyId, event: { type } }),
    });
    this.peers = new Peers({
      userId: binding.userId,
      signaling: this.signaling,
      createConnection: ports.createConnection,
      fetchIceServers: (callId) => call(callEndpoints.getIceServers, { query: { callId } }),
      now: ports.now,
      call: () => this.state.call,
      onEvent: (event) => this.followPeer(event),
      onRemote: (stream) => this.showRemote(stream),
    });
    this.media = new Media({
      devices: ports.devices,
      capture: ports.capture,
      callId: () => this.state.call?.callId ?? null,
      chosen: () => readCall().chosenDevices,
      onTracks: () => this.useTracks(),
      onOpening: (isOpening) => this.showOpening(isOpening),
      onDevices: (devices, found) => this.showDevices(devices, found),
      onLost: (what) => this.loseMedia(what),
      onReturned: offerDevice,
      onDenials: (denials) => updateCall({ denials }),
    });
    this.ring = new Ring(ports.ring);
    const chosenDevices = readChosen();
    updateCall({ ...IDLE_CALL, chosenDevices, canShareScreen: this.media.canShareScreen });
    this.ring.chooseDevice(chosenDevices.ringer);
    this.elements.chooseSpeaker(chosenDevices.speaker);
    this.elements.show('local', this.media.stream);
    this.stopListening = this.listen();
  }

  dial(peer: CallPeer, callType: CallType): void {
    const isLinked = this.binding.link.status === 'live';
    this.dispatch({ type: 'dial', callId: newCallId(this.ports.now()), peer, callType, isLinked });
  }

  answer(callId: string, media: { isMicOn?: boolean; isCameraOn?: boolean } = {}): void {
    const { isMicOn, isCameraOn } = { ...readCall(), ...media };
    this.dispatch({ type: 'answer', callId, isMicOn, isCameraOn });
  }

  decline(callId: string): void {
    this.dispatch({ type: 'decline', callId });
  }

  hangUp(): void {
    this.dispatch({ type: 'hang-up' });
  }

  toggleMute(): void {
    this.dispatch({ type: 'toggle', media: 'audio' });
  }

  toggleCamera(): void {
    this.dispatch({ type: 'toggle', media: 'video' });
  }

  toggleScreen(): void {
    this.dispatch({ type: 'toggle', media: 'screen' });
  }

  chooseDevice(kind: DeviceKind, deviceId: string | null): void {
    const chosenDevices = { ...readCall().chosenDevices, [kind]: deviceId };
    updateCall({ chosenDevices });
    storeChosen(chosenDevices);
    if (kind === 'speaker') this.elements.chooseSpeaker(deviceId);
    else if (kind === 'ringer') this.ring.chooseDevice(deviceId);
    else void this.media.switchTo(kind);
  }

  refreshDevices(): void {
    this.media.refresh();
  }

  attach(element: HTMLMediaElement, stream: CallStreamName): () => void {
    return this.elements.attach(element, stream);
  }

  preview(callType: CallType): void {
    updateCall({ isPreviewing: true });
    this.media.open({ audio: true, video: callType === 'video', screen: false }).then(
      (failed) => this.failPreview(failed),
      () => undefined,
    );
  }

  /** A call that has begun meanwhile reports what it cannot open itself. */
  private failPreview(failed: FailedDevices | null): void {
    const { call: own } = this.state;
    if (failed === null || failed === 'microphone' || (own && own.step !== 'ringing')) return;
    if (failed === 'all') updateCall({ isPreviewing: false });
    this.toasts.show({ kind: 'media-failed' });
  }

  endPreview(): void {
    updateCall({ isPreviewing: false });
    const { call: own } = this.state;
    if (!own || (own.phase === 'incoming' && own.step === 'ringing')) this.media.close();
  }

  setMinimised(isMinimised: boolean): void {
    updateCall({ isMinimised });
  }

  receive<Name extends CallPushName>(name: Name, push: PushMap[Name]): void {
    const skewMs = this.ports.now() - Date.parse(push.at);
    if (Number.isFinite(skewMs)) this.skewMs = skewMs;
    // A name and its payload belong together, which the compiler does not see for a type parameter.
    this.dispatch({ type: 'push', name, push } as unknown as CallPush);
  }

  sync(): void {
    this.dispatch({ type: 'linked' });
  }

  dispose(): void {
    this.dispatch({ type: 'leave', mayReturn: false });
    this.stopListening();
    this.media.dispose();
    updateCall(IDLE_CALL);
    setCallController(undefined);
  }

  private listen(): () => void {
    const { link } = this.binding;
    const restart = (): void => {
      // Without a link that works, the offer of the restart would not arrive.
      if (this.state.call) link.reconnect(true);
      this.dispatch({ type: 'network' });
    };
    const leave = (): void => this.dispatch({ type: 'leave', mayReturn: this.keep() });
    // The network information API is missing in Firefox and Safari; `online` and the stall are noticed everywhere.
    const { connection } = navigator as Navigator & { connection?: EventTarget };
    connection?.addEventListener('change', restart);
    window.addEventListener('online', restart);
    window.addEventListener('pagehide', leave);
    const stopStatus = link.on('status', (status) => {
      if (status !== 'live') return;
      this.signaling.resend();
      this.sync();
    });
    return endAll([
      ...FOLLOWED.map((name) => link.subscribe(name, (push) => this.receive(name, push))),
      stopStatus,
      keepLinked(link, () => this.state.call !== null),
      () => connection?.removeEventListener('change', restart),
      () => window.removeEventListener('online', restart),
      () => window.removeEventListener('pagehide', leave),
    ]);
  }

  /** Keeps an active call for the next document of this tab. Returns whether that is possible. */
  private keep(): boolean {
    const { call: own } = this.state;
    return own?.phase === 'active' && this.binding.link.keepParty() && keepCall(keptOf(own));
  }

  /** Advances the machine and runs its effects; events that effects cause follow afterwards. */
  private dispatch(event: CallEvent): void {
    this.peers.follow(event);
    this.queue.push(event);
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      for (let current = this.queue.shift(); current; current = this.queue.shift()) {
        const { state, effects } = advance(this.state, current);
        this.state = state;
        if (state.call) this.showCall(state.call);
        for (const effect of effects) this.run(effect);
      }
    } finally {
      this.isRunning = false;
    }
  }

  private run(effect: CallEffect): void {
    switch (effect.type) {
      case 'emit':
        return void this.signaling.emit(effect);
      case 'start-timer':
        clearTimeout(this.timers.get(effect.timer));
        this.timers.set(
          effect.timer,
          setTimeout(() => this.dispatch({ type: 'timer', timer: effect.timer }), effect.ms),
        );
        return undefined;
      case 'stop-timer':
        return clearTimeout(this.timers.get(effect.timer));
      case 'toast':
        return this.toasts.show(effect.toast);
      case 'sound':
        return this.ring.play(effect.sound);
      case 'open-media':
        return void this.openForCall(effect.isEarly);
      case 'open-peer':
        return void this.peers.open(effect.partyId, effect.route);
      case 'choose-peer':
        return this.begin(effect);
      case 'renew-peer':
        return this.peers.renew(effect.partyId);
      case 'signal':
        return this.peers.receive(effect.partyId, effect.signal);
      case 'restart-ice':
        return void this.peers.restartIce();
      case 'apply-media':
        this.media.apply(effect.media);
        if (effect.media.video && this.state.call?.phase === 'active') this.screenLock.hold();
        return this.peers.sendMediaState(effect.media);
      case 'bye':
        return this.peers.bye();
      case 'away':
        return this.peers.away();
      case 'focus':
        return updateCall({ isMinimised: false });
      case 'end':
        return this.release(effect.call.callId);
    }
  }

  private showCall(own: Call): void {
    const known = readCall();
    const isNew = known.callId !== own.callId && known.phase === 'idle';
    // Whether there is a microphone is shown while it rings.
    if (isNew) this.media.refresh();
    this.measurement.countRestarts(own.restarts);
    const { current } = this.peers;
    if (own.step === 'connected' && current && own.peerPartyId !== null)
      this.measurement.start(current.connection, own.peerPartyId);
    updateCall({
      ...(isNew && { isMinimised: false }),
      phase: own.phase,
      step: own.step,
      callId: own.callId,
      role: own.role,
      peer: own.peer,
      callType: shownTypeOf(own),
      startedAtMs: own.phase === 'active' ? this.startOf(own) : null,
      isMicOn: own.media.audio,
      isCameraOn: own.media.video,
      isScreenOn: own.media.screen,
      peerMedia: own.phase === 'active' ? own.peerMedia : IDLE_CALL.peerMedia,
      ...(own.media.video && { hasCameraFailed: false }),
    });
  }

  /** Returns the time of the answer by this clock; the difference of the clocks is read once. */
  private startOf({ callId, answeredAt }: Call): number {
    if (this.started?.callId !== callId || this.started.answeredAt !== answeredAt) {
      const now = this.ports.now();
      const atMs = answeredAt === null ? now : Math.min(now, Date.parse(answeredAt) + this.skewMs);
      this.started = { callId, answeredAt, atMs };
    }
    return this.started.atMs;
  }

  /** The call is answered: own media are sent by the connection with this device. */
  private begin({ partyId, route }: Extract<CallEffect, { type: 'choose-peer' }>): void {
    if (this.state.call?.returns === 0) this.measurement.begin();
    // At once: before more is opened, the browser or the institution may have to be asked.
    if (this.state.call) this.media.limitTo(this.state.call.media);
    this.peers.sendTracks(this.media.tracks);
    void this.peers.choose(partyId, route);
    if (this.state.call?.callType === 'video') this.screenLock.hold();
  }

  private followPeer(event: CallEvent): void {
    if (event.type === 'peer' && event.event.type === 'renewed') this.measurement.pause();
    this.dispatch(event);
  }

  /** A side that sends no track would look like a stall: it sends a message at each measurement. */
  private readStats(connection: RTCPeerConnection): Promise<RTCStatsReport> {
    const { audio, video } = this.media.tracks;
    if (!audio && !video && this.state.call) this.peers.sendMediaState(this.state.call.media);
    return connection.getStats();
  }

  private showQuality({ bars, isUnstable, suggestsCameraOff, route }: QualityReport): void {
    const isCameraOn = this.state.call?.media.video === true;
    if (route) this.peers.current?.followRoute(route);
    updateCall({ quality: bars, isUnstable, suggestsCameraOff: suggestsCameraOff && isCameraOn, route });
  }

  private showRemote(stream: MediaStream): void {
    this.elements.show('remote', stream);
    updateCall({ hasRemoteVideo: stream.getVideoTracks().length > 0 });
  }

  private async openForCall(isEarly: boolean): Promise<void> {
    const own = this.state.call;
    if (!own) return;
    const isCurrent = (): boolean => this.state.call?.callId === own.callId;
    const names = own.media.video ? (['camera', 'microphone'] as const) : (['microphone'] as const);
    const isAllowed = await this.ports.isMediaAllowed(names);
    if (!isCurrent()) return;
    if (isEarly && !isAllowed) {
      if ((await askAtDial(this.ports, this.media, { names, isCurrent })) || !isCurrent()) return;
      return this.dispatch({ type: 'media-failed', callId: own.callId, device: 'all' });
    }
    updateCall({ needsMediaPrompt: !isAllowed });
    const failed = await this.media.open(this.state.call?.media ?? own.media);
    if (!isCurrent()) return;
    // What is open already, as after a preview, needs no prompt.
    updateCall({ needsMediaPrompt: false });
    if (failed === 'camera' || failed === 'devices') updateCall({ hasCameraFailed: failed === 'camera' });
    if (failed) return this.dispatch({ type: 'media-failed', callId: own.callId, device: failed });
    // Only now: until then it could still be refused.
    this.peers.sendMediaState(this.state.call?.media ?? own.media);
  }

  private useTracks(): void {
    const { audio } = this.media.tracks;
    this.peers.sendTracks(this.media.tracks);
    if (audio === this.measured) return;
    this.measured = audio;
    this.stopLevel?.();
    this.stopLevel = audio ? watchLevel(audio, (micLevel) => updateCall({ micLevel })) : undefined;
  }

  private showOpening(isOpening: boolean): void {
    updateCall({ isOpeningMedia: isOpening, ...(!isOpening && { needsMediaPrompt: false }) });
    clearInterval(this.openingTimer);
    if (!isOpening) return;
    this.openingTimer = setInterval(() => {
      const { call: own } = this.state;
      if (own?.phase === 'active') this.peers.sendMediaState(own.media);
    }, OPENING_EVERY_MS);
  }

  private showDevices(devices: CallDevices, { lacksMicrophone }: { lacksMicrophone: boolean }): void {
    if (lacksMicrophone !== readCall().lacksMicrophone) updateCall({ lacksMicrophone });
    if (JSON.stringify(devices) !== JSON.stringify(readCall().devices)) updateCall({ devices });
  }

  private loseMedia(what: 'camera' | 'microphone' | 'screen'): void {
    const { call: own } = this.state;
    if (what === 'screen') return this.dispatch({ type: 'screen-ended' });
    if (!own) return;
    if (what === 'camera') {
      this.dispatch({ type: 'media-failed', callId: own.callId, device: 'camera' });
      updateCall({ hasCameraFailed: true });
    } else if (own.media.audio) this.dispatch({ type: 'toggle', media: 'audio' });
  }

  /** Releases what the call used. */
  private release(callId: string): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.ring.play(null);
    this.measurement.end();
    this.peers.closeAll();
    this.media.close();
    this.ports.capture?.release(callId);
    this.elements.show('remote', null);
    this.screenLock.release();
    const { devices, lacksMicrophone, chosenDevices, canShareScreen } = readCall();
    updateCall({ ...IDLE_CALL, devices, lacksMicrophone, chosenDevices, canShareScreen });
  }
}
