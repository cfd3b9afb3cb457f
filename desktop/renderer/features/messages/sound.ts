const SOUND_URL = new URL('../../../../resources/sounds/message.wav', import.meta.url).href;
const VOLUME = 0.6;
/** Messages that come closer together than this make one sound, in milliseconds. */
const APART_MS = 2_000;

let next = 0;

/** Plays the sound of a new message; a browser that allows none before the first click plays none. */
export function playMessageSound(): void {
  if (Date.now() < next || typeof Audio === 'undefined') return;
  next = Date.now() + APART_MS;
  const sound = new Audio(SOUND_URL);
  sound.volume = VOLUME;
  sound.play().catch(() => undefined);
}
