import type { Runtime } from './runtime.ts';

type Status = ReturnType<Electron.SystemPreferences['getMediaAccessStatus']>;
type Kind = 'microphone' | 'camera' | 'screen';

/** The module `systemPreferences`: the system's own permissions, which a test sets. Linux has none. */
export class FakeSystemPreferences implements Pick<
  Electron.SystemPreferences,
  'askForMediaAccess' | 'getMediaAccessStatus' | 'getUserDefault'
> {
  readonly status: Record<Kind, Status>;
  /** What the member answers to the system, and what the system asked about. */
  answer = true;
  readonly asked: Kind[] = [];
  private readonly platform: NodeJS.Platform;
  /** Values by key; booleans and numbers as a profile stores them. */
  readonly defaults = new Map<string, unknown>();

  constructor({ platform }: Pick<Runtime, 'platform'>) {
    this.platform = platform;
    const first = platform === 'darwin' ? 'not-determined' : 'granted';
    this.status = { microphone: first, camera: first, screen: 'granted' };
  }

  /** A missing value is empty in its type; a text of a boolean or number is that of NSNumber. */
  getUserDefault<Type extends keyof Electron.UserDefaultTypes>(
    key: string,
    type: Type,
  ): Electron.UserDefaultTypes[Type] {
    const value = this.defaults.get(key);
    const empty = { string: '', array: [], dictionary: {} }[type as 'string' | 'array' | 'dictionary'];
    if (empty === undefined) throw new Error(`The fake has no user default of the type ${type}.`);
    const isList = Array.isArray(value);
    const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
    const found = {
      string: value === undefined || typeof value === 'object' ? '' : text,
      array: isList ? value : [],
      dictionary: typeof value === 'object' && !isList ? value : {},
    }[type as 'string' | 'array' | 'dictionary'];
    return found as Electron.UserDefaultTypes[Type];
  }

  getMediaAccessStatus(kind: Kind): Status {
    if (this.platform === 'linux') throw new TypeError('systemPreferences.getMediaAccessStatus is not a function');
    return this.status[kind];
  }
  async askForMediaAccess(kind: 'microphone' | 'camera'): Promise<boolean> {
    if (this.platform !== 'darwin') throw new TypeError('systemPreferences.askForMediaAccess is not a function');
    if (this.status[kind] !== 'not-determined') return this.status[kind] === 'granted';
    this.asked.push(kind);
    this.status[kind] = this.answer ? 'granted' : 'denied';
    return this.answer;
  }
}

/** The module `desktopCapturer`: one screen and one window. */
export class FakeDesktopCapturer implements Pick<Electron.DesktopCapturer, 'getSources'> {
  async getSources({ types }: Electron.SourcesOptions): Promise<Electron.DesktopCapturerSource[]> {
    const sources = [source('window:7:0', 'Slides'), source('screen:1:0', 'Entire Screen')];
    return sources.filter(({ id }) => types.some((type) => id.startsWith(type)));
  }
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function source(id: string, name: string): Electron.DesktopCapturerSource {
  const thumbnail = { isEmpty: () => false, toDataURL: () => PIXEL } as Electron.NativeImage;
  return { id, name, display_id: '', thumbnail, appIcon: thumbnail };
}

/** Name of the function by which a page asks the handlers of its session. */
export const CAPTURE_BINDING = '__shellCapture';

/** What a page asks: to open devices, to share a screen, or whether it may know the devices. */
export type CaptureAsk = { type: 'open' | 'share' | 'check'; mediaTypes: ('audio' | 'video')[] };

/**
 * Runs in the page before its own code. The browser itself grants everything; the functions that capture ask the
 * handlers of the session first, as Electron does.
 */
export const CAPTURE_FRAME = `(() => {
  const ask = window.${CAPTURE_BINDING};
  const devices = navigator.mediaDevices;
  if (!ask || !devices) return;
  const denied = () => new DOMException('Permission denied', 'NotAllowedError');
  const typesOf = (constraints) => ['audio', 'video'].filter((type) => constraints?.[type]);
  const open = devices.getUserMedia.bind(devices);
  const list = devices.enumerateDevices.bind(devices);
  devices.getUserMedia = async (constraints) => {
    if (!(await ask({ type: 'open', mediaTypes: typesOf(constraints) }))) throw denied();
    return open(constraints);
  };
  devices.enumerateDevices = async () => {
    const known = await list();
    const [audio, video] = await Promise.all(
      ['audio', 'video'].map((type) => ask({ type: 'check', mediaTypes: [type] })),
    );
    return known.map((device) => {
      if (device.kind === 'videoinput' ? video : audio) return device;
      return { kind: device.kind, deviceId: '', groupId: '', label: '' };
    });
  };
  devices.getDisplayMedia = async (constraints) => {
    const source = await ask({ type: 'share', mediaTypes: typesOf(constraints) });
    if (!source) throw denied();
    const canvas = document.createElement('canvas');
    canvas.getContext('2d').fillRect(0, 0, 1, 1);
    const stream = canvas.captureStream();
    Object.defineProperty(stream.getVideoTracks()[0], 'label', { value: source });
    return stream;
  };
})();`;
