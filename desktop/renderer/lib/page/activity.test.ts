// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';

/** What the browser and the desktop client report of the page. */
const page = { visibility: 'visible' as DocumentVisibilityState, hasFocus: true };
let setLocked: (isLocked: boolean) => void;
let activity: typeof import('./activity.ts');
let states: string[];
let endAll: (() => void)[];

beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(page, { visibility: 'visible', hasFocus: true });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => page.visibility);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => page.hasFocus);
  vi.stubGlobal('lyceum', { onScreenLock: (run: typeof setLocked) => void (setLocked = run) });
  vi.resetModules();
  activity = await import('./activity.ts');
  const { followActivity } = await import('./follow-activity.ts');
  states = [];
  endAll = [followActivity((state) => states.push(state))];
});
afterEach(() => {
  for (const end of endAll) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const input = (): void => void window.dispatchEvent(new Event('pointermove'));
function setFocus(hasFocus: boolean): void {
  page.hasFocus = hasFocus;
  window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
}
function setVisibility(visibility: DocumentVisibilityState): void {
  page.visibility = visibility;
  document.dispatchEvent(new Event('visibilitychange'));
}

it.each([
  ['in front after an input', () => input(), true],
  ['nearly a minute after the last input', () => vi.advanceTimersByTime(PRESENCE_LIMITS.seenMs - 1), true],
  ['a minute after the last input', () => vi.advanceTimersByTime(PRESENCE_LIMITS.seenMs), false],
  ['behind another window', () => setFocus(false), false],
  ['behind another window, under a moving pointer', () => (setFocus(false), input()), false],
  ['hidden', () => setVisibility('hidden'), false],
  ['on a locked screen', () => setLocked(true), false],
  ['after an unlock', () => (setLocked(true), setLocked(false)), true],
] as const)('the page is seen or not: %s', (_case, act, isSeen) => {
  act();
  expect(activity.isSeen()).toBe(isSeen);
});

it.each([
  ['an input after a minute', () => vi.advanceTimersByTime(PRESENCE_LIMITS.seenMs), () => input()],
  ['the focus of the window', () => setFocus(false), () => setFocus(true)],
  ['the page that is shown again', () => setVisibility('hidden'), () => setVisibility('visible')],
  ['an unlock', () => setLocked(true), () => setLocked(false)],
] as const)('what is on screen is seen at once after %s', (_case, leave, comeBack) => {
  leave();
  const see = vi.fn();
  const end = activity.whileSeen(see);
  expect(see).not.toHaveBeenCalled();
  comeBack();
  expect(see).toHaveBeenCalledOnce();
  end();
  leave();
  comeBack();
  expect(see).toHaveBeenCalledOnce();
});

it('reports idle after a minute, away after five, and the return at once', () => {
  vi.advanceTimersByTime(PRESENCE_LIMITS.seenMs);
  expect(states).toEqual(['idle']);
  vi.advanceTimersByTime(PRESENCE_LIMITS.idleMs - PRESENCE_LIMITS.seenMs);
  expect(states).toEqual(['idle', 'away']);
  input();
  expect(states).toEqual(['idle', 'away', 'online']);
});

it('reports nothing while there are inputs', () => {
  for (let at = 0; at < PRESENCE_LIMITS.idleMs; at += 10 * SECOND_MS) {
    input();
    vi.advanceTimersByTime(10 * SECOND_MS);
  }
  expect(states).toEqual([]);
});

it('reports a page behind another window as idle and a hidden one as away, after five seconds', () => {
  setFocus(false);
  vi.advanceTimersByTime(PRESENCE_LIMITS.hiddenMs - 1);
  expect(states).toEqual([]);
  vi.advanceTimersByTime(1);
  setVisibility('hidden');
  vi.advanceTimersByTime(PRESENCE_LIMITS.hiddenMs);
  setVisibility('visible');
  setFocus(true);
  expect(states).toEqual(['idle', 'away', 'idle', 'online']);
});

it('reports who changes windows all the time no more often than the server accepts', () => {
  const seconds = 120;
  for (let at = 0; at < seconds; at += 1) {
    setFocus(at % 2 === 1);
    vi.advanceTimersByTime(SECOND_MS);
  }
  expect(states.length).toBeLessThanOrEqual(seconds * PRESENCE_LIMITS.intentsPerSecond);
});

it('reports a page that opens behind another window', async () => {
  page.hasFocus = false;
  vi.resetModules();
  const opened: string[] = [];
  const { followActivity } = await import('./follow-activity.ts');
  endAll.push(followActivity((state) => opened.push(state)));
  vi.advanceTimersByTime(PRESENCE_LIMITS.hiddenMs);
  expect(opened).toEqual(['idle']);
});
