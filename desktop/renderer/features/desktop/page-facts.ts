import type { DiagnosticsSection } from '#shared/bridge/diagnostics.ts';
import { callEndpoints, type IceServer } from '#shared/api/calls.ts';
import { call } from '../../lib/http/api.ts';

const RELAY_TIMEOUT_MS = 8_000;
const KINDS = { audioinput: 'Microphones', videoinput: 'Cameras', audiooutput: 'Speakers' } as const;

/** Returns the sections of the diagnostics that only the page can find out: the devices, and whether a relay works. */
export async function loadPageFacts(): Promise<DiagnosticsSection[]> {
  const [devices, relay] = await Promise.all([listDevices(), checkRelay()]);
  return [
    { title: 'Devices', rows: devices },
    {
      title: 'Calls',
      rows: [{ name: 'Relay (TURN)', value: relay }],
    },
    {
      title: 'Page',
      rows: [
        { name: 'Connected to a network', value: navigator.onLine ? 'Yes' : 'No' },
        { name: 'Reduced motion', value: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'Yes' : 'No' },
        { name: 'Window', value: `${String(innerWidth)} × ${String(innerHeight)}` },
      ],
    },
  ];
}

/** Counts the devices; their names can contain the name of a person. */
async function listDevices(): Promise<DiagnosticsSection['rows']> {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => null);
  if (!devices) return [{ name: 'Devices', value: 'Cannot be listed' }];
  return Object.entries(KINDS).map(([kind, name]) => ({
    name,
    value: String(devices.filter((device) => device.kind === kind).length),
  }));
}

async function checkRelay(): Promise<string> {
  const view = await call(callEndpoints.getIceServers, {}).catch(() => null);
  if (view === null) return 'Unknown: log in, and check the connection to the server';
  if (!view.hasRelay) return 'The server has none';
  return (await hasRelayCandidate(view.iceServers)) ? 'Reachable' : 'Not reachable';
}

/** Gathers candidates through the relays only (W3C WebRTC 1.0, section 4.4.1.6): true when one of them responds. */
async function hasRelayCandidate(iceServers: IceServer[]): Promise<boolean> {
  if (typeof RTCPeerConnection === 'undefined') return false;
  const peer = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' });
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(() => resolve(false), RELAY_TIMEOUT_MS);
      peer.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate !== null && candidate.type !== 'relay') return;
        clearTimeout(timer);
        resolve(candidate !== null);
      });
      peer.createDataChannel('diagnostics');
      peer
        .createOffer()
        .then((offer) => peer.setLocalDescription(offer))
        .catch(reject);
    });
  } catch {
    return false;
  } finally {
    peer.close();
  }
}
