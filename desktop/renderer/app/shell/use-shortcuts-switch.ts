import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage/device-store.ts';

const STORAGE_KEY = 'singleKeyShortcuts';

/** Whether single-key shortcuts are on (they are until turned off), and the setter; stored on this device. */
export function useShortcutsSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readStored(STORAGE_KEY) !== 'off');
  const change = (next: boolean): void => {
    setIsOn(next);
    writeStored(STORAGE_KEY, next ? 'on' : 'off');
  };
  return [isOn, change];
}
