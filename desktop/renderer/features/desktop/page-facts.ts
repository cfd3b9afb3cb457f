import type { DiagnosticsSection } from '#shared/bridge/diagnostics.ts';
import { callEndpoints } from '#shared/api/calls.ts';
import { call } from '../../lib/http/api.ts';

const KINDS = { audioinput: 'Microphones', videoinput: 'Cameras', audiooutput: 'Speakers' } as const;

/** Returns the sections of the diagnostics that only the page can find out, such as the devices and the relay. */
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
  return view.hasRelay ? 'The server has one' : 'The server has none';
}
