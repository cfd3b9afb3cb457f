/** What a key does while a video or a sound is open. */
export type MediaAction = 'play' | 'back' | 'forward' | 'mute' | 'captions' | 'full-screen';

const ACTIONS: Readonly<Record<string, MediaAction>> = {
  ' ': 'play',
  k: 'play',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  m: 'mute',
  c: 'captions',
  f: 'full-screen',
};

/** Returns what a key does; null for another key, with a modifier key, and on a control that uses the key itself. */
export function mediaActionOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): MediaAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest('button, select, input, textarea, a') !== null) return null;
  return ACTIONS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
