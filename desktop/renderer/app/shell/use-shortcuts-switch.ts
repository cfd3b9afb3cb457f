import { useState } from 'react';

const STORAGE_KEY = 'singleKeyShortcuts';

/** Whether single-key shortcuts are on (they are until turned off), and the setter; stored on this device. */
export function useShortcutsSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    try {
      return localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      return true;
    }
  });
  const change = (next: boolean): void => {
    setIsOn(next);
    try {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
    } catch {
      // Without storage the setting lasts until the window closes.
    }
  };
  return [isOn, change];
}
