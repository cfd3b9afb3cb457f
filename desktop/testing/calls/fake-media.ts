/** A track without a device. */
export class FakeTrack extends EventTarget {
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';
  readonly kind: 'audio' | 'video';
  readonly label: string;
  deviceId = 'default';

  constructor(kind: 'audio' | 'video', label: string = kind) {
    super();
    this.kind = kind;
    this.label = label;
  }

  getSettings(): MediaTrackSettings {
    return { deviceId: this.deviceId };
  }
  stop(): void {
    this.readyState = 'ended';
  }

  /** The device is unplugged, or the user ends the sharing of the screen. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

/** A stream of {@link FakeTrack}s. */
export class FakeStream {
  private tracks: FakeTrack[];

  constructor(tracks: FakeTrack[] = []) {
    this.tracks = tracks;
  }

  getTracks(): FakeTrack[] {
    return [...this.tracks];
  }
  getAudioTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === 'audio');
  }
  getVideoTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === 'video');
  }
  addTrack(track: FakeTrack): void {
    this.tracks.push(track);
  }
  removeTrack(track: FakeTrack): void {
    this.tracks = this.tracks.filter((other) => other !== track);
  }
}

/** A request of getUserMedia or getDisplayMedia that a test answers. */
export interface MediaRequest {
  constraints: MediaStreamConstraints;
  allow: () => FakeTrack[];
  deny: (name?: string) => void;
}

/** Devices whose requests a test answers; `isOpen` answers them at once. */
export class FakeDevices extends EventTarget {
  readonly requests: MediaRequest[] = [];
  readonly tracks: FakeTrack[] = [];
  isOpen = true;
  list: Partial<MediaDeviceInfo>[] = [];

  getUserMedia = (constraints: MediaStreamConstraints): Promise<FakeStream> => this.request(constraints);
  getDisplayMedia = (): Promise<FakeStream> => this.request({ video: true });
  enumerateDevices = (): Promise<Partial<MediaDeviceInfo>[]> => Promise.resolve(this.list);

  /** Tracks that are live. */
  live(): string[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind);
  }

  private request(constraints: MediaStreamConstraints): Promise<FakeStream> {
    return new Promise((resolve, reject) => {
      const allow = (): FakeTrack[] => {
        const kinds = (['audio', 'video'] as const).filter((kind) => Boolean(constraints[kind]));
        const tracks = kinds.map((kind) => {
          const wanted = constraints[kind] as { deviceId?: { exact?: string } };
          return Object.assign(new FakeTrack(kind), { deviceId: wanted.deviceId?.exact ?? 'default' });
        });
        this.tracks.push(...tracks);
        resolve(new FakeStream(tracks));
        return tracks;
      };
      const deny = (name = 'NotAllowedError'): void => reject(new DOMException('denied', name));
      this.requests.push({ constraints, allow, deny });
      if (this.isOpen) allow();
    });
  }
}
