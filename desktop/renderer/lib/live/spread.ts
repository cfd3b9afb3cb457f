/** Work that waits: its timer, or none while it waits for the page to be visible. */
interface Waiting {
  work: () => void;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Creates a scheduler for the requests that follow a push to many members: if all clients fetched at once, the server
 * would be busy with them alone. Work starts at a random time of the next `withinMs` milliseconds, and not before the
 * page is visible. Work with the same key runs once.
 */
export function createSpread(random: () => number = Math.random) {
  const waiting = new Map<string, Waiting>();

  const start = (key: string, work: () => void): void => {
    if (document.visibilityState === 'hidden') return void waiting.set(key, { work });
    waiting.delete(key);
    work();
  };
  const onVisible = (): void => {
    for (const [key, { work, timer }] of waiting) if (timer === undefined) start(key, work);
  };
  document.addEventListener('visibilitychange', onVisible);

  const run = (key: string, withinMs: number, work: () => void): void => {
    if (waiting.has(key)) return;
    waiting.set(key, { work, timer: setTimeout(() => start(key, work), random() * withinMs) });
  };
  return { run };
}

/** The scheduler of the live link. */
export const spread = createSpread();
