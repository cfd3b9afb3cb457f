import { readStored, writeStored } from '../storage/device-store.ts';

/** A key of a shortcut: its character, and its position on a keyboard (`KeyboardEvent.code`). */
export interface ShortcutKey {
  key: string;
  code: string;
}

/**
 * Returns whether an event is a press of the key. On a layout without Latin letters, such as Cyrillic or Arabic, the
 * position of the key decides; on every other one, such as Dvorak, its character.
 */
export function isShortcutKey(event: Pick<KeyboardEvent, 'key' | 'code'>, { key, code }: ShortcutKey): boolean {
  return isOtherScript(event.key) ? event.code === code : event.key.toLowerCase() === key.toLowerCase();
}

/** Returns whether a character is neither ASCII nor the name of a key. */
function isOtherScript(character: string): boolean {
  return [...character].length === 1 && character > '~';
}

/** Returns whether keys that are pressed in an element write text or choose in a menu. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="textbox"]') !== null)
  );
}

const SINGLE_KEYS = 'singleKeyShortcuts';

/** Returns whether shortcuts of a single key are on; they are until the user turns them off on this device. */
export function areSingleKeysOn(): boolean {
  return readStored(SINGLE_KEYS) !== 'off';
}

/** Turns the shortcuts of a single key on or off. */
export function setSingleKeys(areOn: boolean): void {
  writeStored(SINGLE_KEYS, areOn ? 'on' : 'off');
}
