/** What a toggle reports when it has come to rest. */
export interface ToggleHandlers<Answer> {
  /** The server has the last state asked for; `answer` is its last. */
  onDone: (answer: Answer) => void;
  /** The server refused; `confirmed` is the last state it is known to have. */
  onFailed: (confirmed: boolean, error: unknown) => void;
}

/** Sends states one after the other and skips those that were taken back meanwhile. */
export interface ToggleQueue<Answer> {
  /** Asks for a state; `confirmed` is the state before the first click. */
  set: (id: string, change: { isOn: boolean; confirmed: boolean }, handlers: ToggleHandlers<Answer>) => void;
  /** True while a state of this id is under way. */
  isBusy: (id: string) => boolean;
}

/** Makes a queue whose last click wins per id, whatever order answers would come in. */
export function createToggleQueue<Answer>(send: (id: string, isOn: boolean) => Promise<Answer>): ToggleQueue<Answer> {
  const wanted = new Map<string, boolean>();

  const run = async (id: string, confirmed: boolean, handlers: ToggleHandlers<Answer>): Promise<void> => {
    let known = confirmed;
    try {
      for (;;) {
        const next = wanted.get(id) === true;
        const answer = await send(id, next);
        known = next;
        if (wanted.get(id) !== next) continue;
        wanted.delete(id);
        handlers.onDone(answer);
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
