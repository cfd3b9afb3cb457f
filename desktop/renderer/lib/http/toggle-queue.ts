/** Callbacks for the final result of a toggle. */
interface ToggleHandlers<Result> {
  /** Receives the last response when the server has stored the last state. */
  onDone: (result: Result) => void;
  /** Receives the last state that the server has confirmed when it refuses a change. */
  onFailed: (confirmed: boolean, error: unknown) => void;
}

/**
 * Creates a queue that sends the changes of toggles in order; the last click per id wins. `request` requests a state;
 * it skips states that are changed back before they are sent. `confirmed` is the state before the first click. `wanted`
 * returns the state that is being sent; undefined when none is.
 */
export function createToggleQueue<Result>(send: (id: string, isOn: boolean) => Promise<Result>) {
  const wanted = new Map<string, boolean>();

  const run = async (id: string, confirmed: boolean, handlers: ToggleHandlers<Result>): Promise<void> => {
    let known = confirmed;
    try {
      for (;;) {
        const next = wanted.get(id) === true;
        const result = await send(id, next);
        known = next;
        if (wanted.get(id) !== next) continue;
        wanted.delete(id);
        handlers.onDone(result);
        return;
      }
    } catch (error) {
      wanted.delete(id);
      handlers.onFailed(known, error);
    }
  };

  const request = (
    id: string,
    { isOn, confirmed }: { isOn: boolean; confirmed: boolean },
    handlers: ToggleHandlers<Result>,
  ): void => {
    const isRunning = wanted.has(id);
    wanted.set(id, isOn);
    if (!isRunning) void run(id, confirmed, handlers);
  };
  return { request, wanted: (id: string): boolean | undefined => wanted.get(id) };
}
