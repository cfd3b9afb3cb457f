import { readStored, writeStored } from '../../lib/storage/device-store.ts';

const KEY = 'call-ring-sound';

/** Returns whether this device plays a ringtone for incoming calls; it does until the user turns it off. */
export function isRingSoundOn(): boolean {
  return readStored(KEY) !== 'off';
}

/** Turns the ringtone of this device on or off. */
export function setRingSound(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
}
