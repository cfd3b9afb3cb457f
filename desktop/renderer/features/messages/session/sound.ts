const SOUND_URL = new URL('../../../../resources/sounds/message.wav', import.meta.url).href;
const VOLUME = 0.6;
/** Minimum time between two sounds, in milliseconds. */
const INTERVAL_MS = 2_000;

let nextAtMs = 0;

/** Plays the sound of a new message, where the browser's autoplay policy allows it. */
export function playMessageSound(): void {
  if (Date.now() < nextAtMs || typeof Audio === 'undefined') return;
  nextAtMs = Date.now() + INTERVAL_MS;
  const sound = new Audio(SOUND_URL);
  sound.volume = VOLUME;
  sound.play().catch(() => undefined);
}
