import { configure, getConfig } from '@testing-library/react';

// This module runs once for all files of a worker, unlike a set-up file, and before a test replaces the timers.
const { setImmediate } = globalThis;
const config = getConfig();

// Every wait of Testing Library, and every action of a user, ends with this wrapper. React runs the effects of what it
// shows in a task of their own when it has worked for five milliseconds; a wait could end before that task.
configure({
  asyncWrapper: async (wait) => {
    const result: unknown = await config.asyncWrapper(wait);
    await new Promise<void>((resolve) => setImmediate(resolve));
    return result;
  },
});
