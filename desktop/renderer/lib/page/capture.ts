import type { CaptureDenials, CaptureDevice, CaptureKind } from '#shared/bridge/media.ts';
import { readBridge } from './bridge.ts';

/** The desktop client has denied a request; `denials` contains the reasons. */
export class CaptureDeniedError extends Error {
  readonly denials: CaptureDenials;

  constructor(denials: CaptureDenials) {
    super(`Denied: ${Object.keys(denials).join(', ')}`);
    this.name = 'CaptureDeniedError';
    this.denials = denials;
  }
}

/** What the desktop client decides before the browser opens devices or a screen. */
export interface CapturePort {
  /** Asks for all of the kinds; `callId` is null for a test. @throws CaptureDeniedError */
  request: (kinds: CaptureKind[], callId: string | null) => Promise<void>;
  /** Closes an open prompt; with the id of a call, also ends what was allowed for it. */
  release: (callId: string | null) => void;
  /** True when opening the devices shows no prompt. */
  isAllowed: (devices: readonly CaptureDevice[]) => Promise<boolean>;
}

/** Returns the decisions of the desktop client; undefined in the web app, where the browser alone decides. */
export function readCapture(): CapturePort | undefined {
  const bridge = readBridge();
  return (
    bridge && {
      request: async (kinds, callId) => {
        const denials = await bridge.requestCapture({ kinds, callId });
        if (Object.keys(denials).length > 0) throw new CaptureDeniedError(denials);
      },
      release: (callId) => void bridge.releaseCapture(callId).catch(() => undefined),
      isAllowed: async (devices) => {
        const access = await bridge.getCaptureAccess();
        return devices.every((device) => access[device].isAllowed);
      },
    }
  );
}
