import { SECOND_MS } from '#shared/time.ts';
import type { CaptureDenials, CaptureKind } from '#shared/bridge/media.ts';
import { CaptureDeniedError, readCapture, type CapturePort } from '../../../lib/page/capture.ts';
import type { CallDevice, CallDevices, DeviceKind, SentMedia } from '../slice.ts';
import type { FailedDevices } from './call-state.ts';
import type { SentTracks } from './peer.ts';

/** Time limit of a request for a camera or microphone, whose prompt can stay open for ever, in milliseconds. */
const REQUEST_MS = 15 * SECOND_MS;
/** A camera that is turned off sends black for this long, so that no last image stays with the peer; milliseconds. */
const RELEASE_MS = 120;
const VIDEO = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } as const;

/** Kinds of devices whose tracks are sent. */
export type CapturedKind = Extract<DeviceKind, 'microphone' | 'camera'>;

/** The chosen device by kind; null is the system's default. */
export type ChosenDevices = Record<DeviceKind, string | null>;

/** What the media of a call need. */
export interface MediaPorts {
  /** Undefined where the page may use none, as on an insecure origin. */
  devices: MediaDevices | undefined;
  /** The desktop client's decisions; undefined in the web app. */
  capture: CapturePort | undefined;
  /** Id of the call that the media are for; null for a test. */
  callId: () => string | null;
  chosen: () => ChosenDevices;
  /** The own tracks have changed. */
  onTracks: () => void;
  onOpening: (isOpening: boolean) => void;
  onDevices: (devices: CallDevices, found: { lacksMicrophone: boolean }) => void;
  /** A camera that was on could not be opened, or the screen is no longer shared. */
  onLost: (what: 'camera' | 'microphone' | 'screen') => void;
  /** The chosen device is connected again while another one is used; false when it is used, or gone. */
  onReturned: (kind: CapturedKind, isReturned: boolean) => void;
  /** The desktop client denies something, or no longer denies it. */
  onDenials: (denials: CaptureDenials) => void;
}

/** Camera, microphone and screen of this window. Every track is stopped when it is no longer used. */
export class Media {
  /** What the window shows of the own side. */
  readonly stream = new MediaStream();
  /** What the desktop client has denied at the latest request, with the reasons. */
  denials: CaptureDenials = {};
  private readonly ports: MediaPorts;
  private microphone: MediaStreamTrack | null = null;
  private camera: MediaStreamTrack | null = null;
  private screen: MediaStreamTrack | null = null;
  private wanted: SentMedia = { audio: true, video: false, screen: false };
  /** Requests of an earlier turn are stopped when they arrive. */
  private turn = 0;
  /** A screen of an earlier choice is not shared. */
  private screenTurn = 0;
  private opening = 0;
  /** What was connected when the devices were read last. */
  private connected: CallDevices | undefined;
  private release: ReturnType<typeof setTimeout> | undefined;
  /** Requests run one after another: a second one finds what the first has opened. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(ports: MediaPorts) {
    this.ports = ports;
    ports.devices?.addEventListener('devicechange', this.refresh);
  }

  /** The tracks that are sent: the screen instead of the camera while it is shared. */
  get tracks(): SentTracks {
    return { audio: this.microphone, video: this.screen ?? this.camera };
  }

  get canShareScreen(): boolean {
    return typeof (this.ports.devices as Partial<MediaDevices> | undefined)?.getDisplayMedia === 'function';
  }

  /**
   * Opens microphone and camera as far as they are wanted and not open. Returns what could not be opened; null when
   * nothing failed, also when the call ended meanwhile.
   */
  open(media: SentMedia): Promise<FailedDevices | null> {
    this.limitTo(media);
    return this.inTurn(() => this.openMissing(), null);
  }

  /** Switches off what a preview has opened and the call, which has sent nothing yet, does not want. */
  limitTo(media: SentMedia): void {
    this.wanted = { ...media, screen: this.wanted.screen };
    this.applyToOpen();
    if (!media.video && this.camera) this.stopCamera();
  }

  /** Applies what the user has switched on or off. */
  apply(media: SentMedia): void {
    const before = this.wanted;
    this.wanted = media;
    this.applyToOpen();
    if (media.video && !before.video && !this.camera) void this.openWanted('camera');
    if (media.audio && !before.audio && !this.microphone) void this.openWanted('microphone');
    if (media.screen && !before.screen) void this.openScreen();
    else if (!media.screen) this.closeScreen();
  }

  /** Uses the chosen device instead of the one that is open; that one goes on when the other cannot be opened. */
  async switchTo(kind: 'microphone' | 'camera'): Promise<void> {
    if (kind === 'microphone' ? this.microphone === null : this.camera === null) return;
    await this.inTurn(() => this.reopen(kind), true);
  }

  /** Reads the devices again. */
  readonly refresh = (): void => {
    this.ports.devices?.enumerateDevices().then(
      (list) => this.listDevices(list),
      () => undefined,
    );
  };

  private listDevices(list: readonly MediaDeviceInfo[]): void {
    const pick = (kind: MediaDeviceKind): CallDevice[] =>
      list
        .filter((device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'default')
        .map(({ deviceId, label }) => ({ id: deviceId, label }));
    const speaker = pick('audiooutput');
    const devices = { microphone: pick('audioinput'), camera: pick('videoinput'), speaker, ringer: speaker };
    this.ports.onDevices(devices, { lacksMicrophone: !list.some(({ kind }) => kind === 'audioinput') });
    for (const kind of ['microphone', 'camera'] as const) this.noticeReturn(kind, devices);
    this.connected = devices;
  }

  /** Before the permission no device is known, so that the first ones that are have not returned. */
  private noticeReturn(kind: CapturedKind, devices: CallDevices): void {
    const id = this.ports.chosen()[kind];
    const has = (list: readonly CallDevice[]): boolean => list.some((device) => device.id === id);
    const before = this.connected?.[kind] ?? [];
    const used = this[kind]?.getSettings().deviceId ?? id;
    if (used === id || !has(devices[kind])) this.ports.onReturned(kind, false);
    else if (before.length > 0 && !has(before)) this.ports.onReturned(kind, true);
  }

  /** Stops every track, also those that are still being opened. */
  close(): void {
    this.turn += 1;
    this.screenTurn += 1;
    // A prompt that no one answers must not delay the next call.
    this.work = Promise.resolve();
    this.ports.capture?.release(null);
    this.keepCamera();
    for (const track of [this.microphone, this.camera, this.screen]) track?.stop();
    this.microphone = this.camera = this.screen = null;
    this.wanted = { audio: true, video: false, screen: false };
    this.changed();
  }

  dispose(): void {
    this.close();
    this.ports.devices?.removeEventListener('devicechange', this.refresh);
  }

  /** Switches what is open on or off. */
  private applyToOpen(): void {
    const { audio, video } = this.wanted;
    if (this.microphone) this.microphone.enabled = audio;
    if (this.camera) this.camera.enabled = video;
    if (video) this.keepCamera();
    else if (this.camera) this.releaseCamera();
  }

  private async openMissing(): Promise<FailedDevices | null> {
    const needs = { audio: !this.microphone, video: this.wanted.video && !this.camera };
    if (!needs.audio && !needs.video) return null;
    const failure = await this.tryToOpen(needs);
    if (failure === null || failure === 'left') return null;
    if (failure === 'denied-microphone') return 'all';
    if (!needs.video) return failure === 'missing' ? 'microphone' : 'all';
    if (!needs.audio) return 'camera';
    // One of the two may be usable.
    const sound = await this.tryToOpen({ audio: true, video: false });
    if (sound === 'left') return null;
    if (sound !== 'missing') return sound === null ? 'camera' : 'all';
    const images = await this.tryToOpen({ audio: false, video: true });
    if (images === 'left') return null;
    return images === null ? 'microphone' : images === 'missing' ? 'devices' : 'all';
  }

  /** Opens devices. Returns null when they are open, `left` when the call has ended, and otherwise why not. */
  private async tryToOpen(needs: {
    audio: boolean;
    video: boolean;
  }): Promise<'left' | 'denied-microphone' | 'missing' | 'refused' | null> {
    const { turn } = this;
    try {
      this.take(await this.request(needs));
      return null;
    } catch (error) {
      if (turn !== this.turn) return 'left';
      // The member, or a rule, has decided about the microphone too.
      if (error instanceof CaptureDeniedError && error.denials.microphone) return 'denied-microphone';
      // NotFoundError (Media Capture and Streams, section 10.2): no device of the kind is connected.
      return error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'refused';
    }
  }

  /**
   * Asks for the permission and releases the devices at once, so that the prompt does not come after the answer.
   * Returns false when the member refuses.
   */
  async askPermission({ video }: Pick<SentMedia, 'video'>): Promise<boolean> {
    try {
      const stream = await this.ports.devices?.getUserMedia({ audio: true, video });
      for (const track of stream?.getTracks() ?? []) track.stop();
      return true;
    } catch (error) {
      return !(error instanceof DOMException && error.name === 'NotAllowedError');
    }
  }

  private async openWanted(kind: 'camera' | 'microphone'): Promise<void> {
    const failed = await this.inTurn(() => this.openMissing(), null);
    // Without a microphone the camera can be on.
    if (failed !== null && !(kind === 'camera' && failed === 'microphone')) this.ports.onLost(kind);
  }

  private async openScreen(): Promise<void> {
    const turn = (this.screenTurn += 1);
    try {
      await this.ask(['screen']);
      const stream = await this.ports.devices?.getDisplayMedia({ video: true });
      const track = stream?.getVideoTracks()[0];
      if (!track) throw new Error('no screen');
      if (turn !== this.screenTurn) return track.stop();
      track.contentHint = 'detail';
      track.addEventListener('ended', () => this.screen === track && this.ports.onLost('screen'));
      this.screen = track;
      this.changed();
    } catch {
      if (turn === this.screenTurn) this.ports.onLost('screen');
    }
  }

  private closeScreen(): void {
    this.screenTurn += 1;
    if (!this.screen) return;
    this.screen.stop();
    this.screen = null;
    this.changed();
  }

  private async reopen(kind: 'microphone' | 'camera', isDefault = false): Promise<boolean> {
    const isMicrophone = kind === 'microphone';
    try {
      this.take(await this.request({ audio: isMicrophone, video: !isMicrophone }, isDefault));
      return true;
    } catch {
      return false;
    }
  }

  /** Requests devices; stops what arrives after the time limit or after the end of the call. @throws DOMException. */
  private async request({ audio, video }: { audio: boolean; video: boolean }, isDefault = false): Promise<MediaStream> {
    const { devices } = this.ports;
    if (!devices) throw new DOMException('No devices', 'NotSupportedError');
    const { microphone, camera } = isDefault ? { microphone: null, camera: null } : this.ports.chosen();
    const turn = this.turn;
    this.setOpening(1);
    try {
      await this.ask([...(audio ? (['microphone'] as const) : []), ...(video ? (['camera'] as const) : [])]);
      const [ofMicrophone, ofCamera] = await Promise.all([microphone, camera].map((id) => constraintOf(devices, id)));
      if (turn !== this.turn) throw new DOMException('No longer wanted', 'AbortError');
      return await stopLate(
        devices.getUserMedia({
          audio: audio && { ...ofMicrophone },
          video: video && { ...VIDEO, ...ofCamera },
        }),
        () => turn === this.turn,
      );
    } finally {
      this.setOpening(-1);
      // Names of devices are only known after the permission.
      this.refresh();
    }
  }

  /** Asks the desktop client, whose prompt has a time limit of its own. @throws CaptureDeniedError */
  private async ask(kinds: CaptureKind[]): Promise<void> {
    const { capture, callId, onDenials } = this.ports;
    if (!capture) return;
    const turn = this.turn;
    const rest = Object.fromEntries(
      Object.entries(this.denials).filter(([kind]) => !kinds.includes(kind as CaptureKind)),
    );
    let denials: CaptureDenials = {};
    try {
      await capture.request(kinds, callId());
    } catch (error) {
      if (error instanceof CaptureDeniedError) ({ denials } = error);
      throw error;
    } finally {
      if (turn === this.turn) onDenials((this.denials = { ...rest, ...denials }));
    }
  }

  /** Uses the tracks of a stream. A microphone that is off stays off. */
  private take(stream: MediaStream): void {
    for (const track of stream.getTracks()) {
      const kind = track.kind === 'audio' ? 'microphone' : 'camera';
      this[kind]?.stop();
      this[kind] = track;
      track.enabled = kind === 'microphone' ? this.wanted.audio : this.wanted.video;
      track.addEventListener('ended', () => this[kind] === track && void this.replaceLost(kind));
      if (this.connected) this.noticeReturn(kind, this.connected);
    }
    // The user may have turned it off while it was opened.
    if (this.camera && !this.wanted.video) this.releaseCamera();
    this.changed();
  }

  /** The device was unplugged: the default one is used instead. */
  private async replaceLost(kind: 'microphone' | 'camera'): Promise<void> {
    const turn = this.turn;
    this[kind] = null;
    this.changed();
    if (kind === 'camera' && !this.wanted.video) return;
    const isReplaced = await this.inTurn(() => this.reopen(kind, true), true);
    if (!isReplaced && turn === this.turn) this.ports.onLost(kind);
  }

  private releaseCamera(): void {
    this.release ??= setTimeout(() => this.stopCamera(), RELEASE_MS);
  }

  private stopCamera(): void {
    this.keepCamera();
    this.camera?.stop();
    this.camera = null;
    this.changed();
  }

  private keepCamera(): void {
    clearTimeout(this.release);
    this.release = undefined;
  }

  /** Runs a request after those before it, unless the call has ended meanwhile. */
  private inTurn<Result>(work: () => Promise<Result>, skipped: Result): Promise<Result> {
    const turn = this.turn;
    const result = this.work.then(() => (turn === this.turn ? work() : skipped));
    this.work = result.catch(() => undefined);
    return result;
  }

  private setOpening(change: number): void {
    this.opening += change;
    this.ports.onOpening(this.opening > 0);
  }

  private changed(): void {
    const shown = this.tracks.video;
    for (const track of this.stream.getTracks()) if (track !== shown) this.stream.removeTrack(track);
    if (shown && !this.stream.getTracks().includes(shown)) this.stream.addTrack(shown);
    this.ports.onTracks();
  }
}

/**
 * Returns the constraint for a chosen device. Chromium prefers its default microphone, and a camera of the resolution,
 * to a device that is only ideal. One that is not connected is no condition, as the call could not be made without it.
 */
async function constraintOf(devices: MediaDevices, id: string | null): Promise<MediaTrackConstraints> {
  if (id === null) return {};
  const connected = await devices.enumerateDevices().catch(() => []);
  return { deviceId: connected.some(({ deviceId }) => deviceId === id) ? { exact: id } : { ideal: id } };
}

/** Returns a requested stream, unless it comes too late or is no longer wanted: its tracks are stopped then. */
function stopLate(request: Promise<MediaStream>, isWanted: () => boolean): Promise<MediaStream> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DOMException('The request took too long', 'TimeoutError'));
    }, REQUEST_MS);
    request.then(
      (stream) => {
        clearTimeout(timer);
        if (!isLate && isWanted()) return resolve(stream);
        for (const track of stream.getTracks()) track.stop();
        reject(new DOMException('No longer wanted', 'AbortError'));
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** Whether the browser would ask for the permission: it was neither given nor refused before. */
export async function isMediaUnasked(names: readonly ('camera' | 'microphone')[]): Promise<boolean> {
  try {
    // The desktop client asks when the devices are opened, with a prompt of its own.
    if (readCapture()) return false;
    const states = await Promise.all(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
    );
    return states.some(({ state }) => state === 'prompt') && states.every(({ state }) => state !== 'denied');
  } catch {
    return false;
  }
}

/** Whether camera and microphone were allowed before, so that opening them shows no prompt. */
export async function isMediaAllowed(names: readonly ('camera' | 'microphone')[]): Promise<boolean> {
  try {
    const capture = readCapture();
    if (capture) return await capture.isAllowed(names);
    const states = await Promise.all(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
    );
    return states.every(({ state }) => state === 'granted');
  } catch {
    return false;
  }
}
