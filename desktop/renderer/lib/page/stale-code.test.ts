// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isCodeLost, renewPage } from './stale-code.ts';

const reload = vi.fn();
const page = { location: { reload } as unknown as Location, sessionStorage };
let answer: () => Promise<Response>;

beforeEach(() => {
  answer = async () => new Response(null);
  vi.stubGlobal('fetch', () => answer());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  reload.mockClear();
});

it.each([
  ['Failed to fetch dynamically imported module: https://lyceum.example/assets/Help-x.js', true],
  ['error loading dynamically imported module: https://lyceum.example/assets/Help-x.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/Help-x.css', true],
  ['x is not a function', false],
])('%s: %s', (message, isLost) => expect(isCodeLost(new Error(message))).toBe(isLost));

it('reloads the page at most once a minute', async () => {
  expect([await renewPage(page), await renewPage(page)]).toEqual(['reloads', 'renewed-before']);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload while the server does not respond', async () => {
  answer = async () => Promise.reject(new TypeError('failed'));
  expect(await renewPage(page)).toBe('unreachable');
  answer = async () => new Response(null, { status: 503 });
  expect(await renewPage(page)).toBe('unreachable');
  expect(reload).not.toHaveBeenCalled();
});
