import { useState, useSyncExternalStore } from 'react';

let tries = 0;
const listeners = new Set<() => void>();

/** Loads the images again that could not be loaded, as when the server is back. */
export function retryImages(): void {
  tries += 1;
  for (const run of listeners) run();
}

/** Returns whether an image could not be loaded, and the handler of its failure. Another address is another image. */
export function useFailedImage(src: string | null | undefined): [hasFailed: boolean, onError: () => void] {
  const image = `${useSyncExternalStore(follow, () => tries)} ${src}`;
  const [failed, setFailed] = useState('');
  return [failed === image, () => setFailed(image)];
}

function follow(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
