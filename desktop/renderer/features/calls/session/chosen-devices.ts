import { readStored, writeStored } from '../../../lib/storage/device-store.ts';
import { IDLE_CALL } from '../slice.ts';
import type { ChosenDevices } from './media.ts';

const KEY = 'call-devices';

/** Returns the devices that the user has chosen on this computer. */
export function readChosen(): ChosenDevices {
  const chosen: ChosenDevices = { ...IDLE_CALL.chosenDevices };
  try {
    const stored = JSON.parse(readStored(KEY) ?? '{}') as Record<string, unknown>;
    for (const kind of ['microphone', 'camera', 'speaker', 'ringer'] as const) {
      const id = stored[kind];
      if (typeof id === 'string') chosen[kind] = id;
    }
  } catch {
    // An entry that cannot be read counts as none.
  }
  return chosen;
}

/** Stores the chosen devices on this computer. */
export function storeChosen(chosen: ChosenDevices): void {
  writeStored(KEY, JSON.stringify(chosen));
}
