import { desktopCapturer, shell, systemPreferences } from 'electron';
import type { CaptureDevice, ScreenSource, SystemAccess } from '#shared/bridge/media.ts';
import type { CapturePorts } from '../core/capture.ts';

/** A screen or window as Electron needs it. */
export type CapturedSource = Electron.DesktopCapturerSource;

const IMAGE = { width: 320, height: 180 };

/** The pages of the system's settings about devices. */
const SETTINGS: Partial<Record<NodeJS.Platform, Record<CaptureDevice, string>>> = {
  win32: { camera: 'ms-settings:privacy-webcam', microphone: 'ms-settings:privacy-microphone' },
  darwin: {
    camera: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Camera',
    microphone: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone',
  },
};

/** Returns the system's own layer of permissions: macOS asks for each app, Windows has a switch, Linux has none. */
export function systemMedia(platform: NodeJS.Platform): CapturePorts['system'] {
  const hasStatus = platform === 'darwin' || platform === 'win32';
  return {
    status: (device): SystemAccess => {
      if (!hasStatus) return 'unknown';
      const status = systemPreferences.getMediaAccessStatus(device);
      return status === 'restricted' ? 'denied' : status;
    },
    // Windows asks no question for desktop apps.
    ask: (device) => (platform === 'darwin' ? systemPreferences.askForMediaAccess(device) : Promise.resolve(true)),
  };
}

/** True where the system's settings have a page about devices. */
export function hasMediaSettings(platform: NodeJS.Platform): boolean {
  return SETTINGS[platform] !== undefined;
}

/** Opens the page of the system's settings about a device, where there is one. */
export async function openMediaSettings(platform: NodeJS.Platform, device: CaptureDevice): Promise<void> {
  const url = SETTINGS[platform]?.[device];
  if (url !== undefined) await shell.openExternal(url);
}

/** Returns the screens and windows that can be shared, screens first. On Wayland, the system asks and returns one. */
export async function listSources(): Promise<CapturedSource[]> {
  const sources = await desktopCapturer.getSources({ types: ['screen', 'window'], thumbnailSize: IMAGE });
  return sources.toSorted((one, other) => Number(isWindow(one)) - Number(isWindow(other)));
}

/** Returns what the picker shows of a source. */
export function toScreenSource(source: CapturedSource): ScreenSource {
  return {
    id: source.id,
    name: source.name,
    type: isWindow(source) ? 'window' : 'screen',
    image: source.thumbnail.isEmpty() ? '' : source.thumbnail.toDataURL(),
  };
}

function isWindow({ id }: CapturedSource): boolean {
  return id.startsWith('window:');
}
