import type { KeyboardEvent } from 'react';
import { areSingleKeysOn, isShortcutKey, isTyping } from '../../../lib/page/shortcut-key.ts';
import { callController } from '../session/call-controller.ts';
import { readCall, type CallSnapshot } from '../slice.ts';

const MUTE = { key: 'm', code: 'KeyM' };
const CAMERA = { key: 'v', code: 'KeyV' };

/** Whether a call has a camera button: a voice call has one once it is active. */
function hasCamera({ callType, phase }: CallSnapshot): boolean {
  return callType === 'video' || phase === 'active';
}

/** Handles M and V in the call window and the small one, except in text fields. */
export function onCallKey(event: KeyboardEvent<HTMLElement>): void {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, target, nativeEvent } = event;
  if (ctrlKey || metaKey || altKey || shiftKey || repeat || event.defaultPrevented) return;
  if (isTyping(target) || !areSingleKeysOn()) return;
  if (isShortcutKey(nativeEvent, MUTE)) callController().toggleMute();
  else if (isShortcutKey(nativeEvent, CAMERA) && hasCamera(readCall())) callController().toggleCamera();
}
