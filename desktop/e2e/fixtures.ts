import { test as base } from '@playwright/test';
import { startStack, type Stack } from './stack.ts';

export { expect } from '@playwright/test';

interface SharedStacks {
  /** A Lyceum that the flows of a worker share: earlier flows have left accounts and posts in it. */
  stack: Stack;
  /** A second one that holds the demo content. */
  demo: Stack;
}

interface FlowFixtures {
  /** A Lyceum of one flow: for what kills the server, counts the rows of all users or needs an empty page. */
  ownStack: Stack;
  /** Closes the browser contexts that a flow opened; their pages would go on working on the shared stack. */
  closedContexts: void;
}

/** Playwright's `test` with stacks. Each is started at the first flow that asks for it. */
export const test = base.extend<FlowFixtures, SharedStacks>({
  closedContexts: [
    async ({ browser }, run) => {
      await run();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  stack: [({}, run) => withStack(run), { scope: 'worker', timeout: 240_000 }],
  demo: [({}, run) => withStack(run, { isSeeded: true }), { scope: 'worker', timeout: 240_000 }],
  ownStack: [({}, run) => withStack(run), { timeout: 240_000 }],
});

async function withStack(run: (stack: Stack) => Promise<void>, options: { isSeeded?: boolean } = {}): Promise<void> {
  const stack = await startStack(options);
  await run(stack);
  await stack.stop();
}
