/** Callbacks for the final result of a toggle. */
interface ToggleHandlers<Result> {
  /** Receives the last response when the server has stored the last state. */
  onDone: (result: Result) => void;
  /** Receives the last state that the server has confirmed when it refuses a change. */
  onFailed: (confirmed: boolean, error: unknown) => void;
}

/** Sends changes of one toggle in order and skips states that were changed back meanwhile. */
interface ToggleQueue<Result> {
  /** Requests a state; `confirmed` is the state before the first click. */
  set: (id: string, change: { isOn: boolean; confirmed: boolean }, handlers: ToggleHandlers<Result>) => void;
  /** Returns whether a change of this id is being sent. */
  isBusy: (id: string) => boolean;
}

/** Creates a queue in which the last click per id wins, in whatever order responses would arrive. */
export function createToggleQueue<Result>(send: (id: string, isOn: boolean) => Promise<Result>): ToggleQueue<Result> {
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

  return {
    isBusy: (id) => wanted.has(id),
    set(id, { isOn, confirmed }, handlers) {
      const isRunning = wanted.has(id);
      wanted.set(id, isOn);
      if (!isRunning) void run(id, confirmed, handlers);
    },
  };
}
