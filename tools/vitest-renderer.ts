import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { WAIT_MAX_MS } from './vitest-waiting.ts';

// Testing Library cleans up by itself only where the test functions are global.
afterEach(cleanup);

configure({ asyncUtilTimeout: WAIT_MAX_MS });
