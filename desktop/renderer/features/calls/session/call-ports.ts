import { readCapture, type CapturePort } from '../../../lib/page/capture.ts';
import { isMediaAllowed, isMediaUnasked } from './media.ts';
import { pageRing, type RingPorts } from './ring.ts';

/** What the calls of a window use of the browser; tests pass their own. */
export interface CallPorts {
  createConnection: (configuration: RTCConfiguration) => RTCPeerConnection;
  devices: MediaDevices | undefined;
  isMediaAllowed: typeof isMediaAllowed;
  isMediaUnasked: typeof isMediaUnasked;
  capture: CapturePort | undefined;
  ring: RingPorts;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Returns what this page has. */
export const pagePorts = (): CallPorts => ({
  createConnection: (configuration) => new RTCPeerConnection(configuration),
  // The lib declares them for all pages; they are missing on insecure origins.
  devices: (navigator as Partial<Navigator>).mediaDevices,
  isMediaAllowed,
  isMediaUnasked,
  capture: readCapture(),
  ring: pageRing,
  now: () => Date.now(),
});
