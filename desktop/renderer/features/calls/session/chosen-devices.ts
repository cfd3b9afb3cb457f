import { readStored, writeStored } from '../../../lib/storage/device-store.ts';
import { IDLE_CALL, readCall, updateCall } from '../slice.ts';
import type { CapturedKind, ChosenDevices } from './media.ts';

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

/** Offers a chosen device that is connected again, or withdraws the offer. */
export function offerDevice(kind: CapturedKind, isReturned: boolean): void {
  const { returnedDevices } = readCall();
  if (returnedDevices.includes(kind) === isReturned) return;
  const others = returnedDevices.filter((other) => other !== kind);
  updateCall({ returnedDevices: isReturned ? [...others, kind] : others });
}
