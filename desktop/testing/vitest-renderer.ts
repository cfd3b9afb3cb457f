import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { WAIT_MAX_MS } from '../../tools/vitest-waiting.ts';
import './wait-for-effects.ts';

declare const happyDOM: { setURL(url: string): void };

// The files of a worker share one page; each begins with an empty one, whatever the file before has left.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
happyDOM.setURL('http://localhost:3000/');
localStorage.clear();
sessionStorage.clear();
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
document.head.replaceChildren();
document.body.replaceChildren();

// The files share the store, too. A toast of one would be seen in the next.
afterEach(async () => (await import('../renderer/lib/page/toasts.ts')).removeToast());

// Testing Library cleans up by itself only where the test functions are global.
afterEach(cleanup);

configure({ asyncUtilTimeout: WAIT_MAX_MS });
