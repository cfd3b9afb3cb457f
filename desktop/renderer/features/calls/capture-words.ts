import type { CaptureDenial, CaptureDenials, CaptureKind } from '#shared/bridge/media.ts';

const NAMES: Record<CaptureKind, string> = { camera: 'camera', microphone: 'microphone', screen: 'screen' };

/** Path of the settings of camera and microphone, which only the desktop client has. */
export const CAPTURE_SETTINGS = '/settings#capture';

/** Returns why the desktop client denies something, in one or two sentences. */
export function denialText(kind: CaptureKind, why: CaptureDenial): string {
  const name = NAMES[kind];
  switch (why) {
    case 'institution':
      return kind === 'screen'
        ? 'Your institution doesn’t allow sharing the screen on this computer.'
        : `Your institution doesn’t allow the ${name} on this computer.`;
    case 'recommendation':
      return `Your institution recommends that Lyceum doesn’t use the ${name}. You can change this in the settings.`;
    case 'system':
      return `The privacy settings of this computer don’t let Lyceum use the ${name}.`;
    case 'member':
      return `You chose that Lyceum never uses the ${name}.`;
    case 'dismissed':
      return `You haven’t allowed Lyceum to use the ${name}.`;
  }
}

/** Returns the reasons of all that is denied; an empty list when nothing is. */
export function denialTexts(denials: CaptureDenials): string[] {
  const entries = Object.entries(denials) as [CaptureKind, CaptureDenial][];
  return entries.map(([kind, why]) => denialText(kind, why));
}

/** True when the settings of Lyceum or of the system can change what is denied. */
export function canChange(denials: CaptureDenials): boolean {
  return Object.values(denials).some((why) => why === 'member' || why === 'recommendation' || why === 'system');
}
