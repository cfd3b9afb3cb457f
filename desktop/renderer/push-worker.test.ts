import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followPushClicks } from './lib/page/push-clicks.ts';
import SOURCE from './push-worker.js?raw';

const CALL = {
  id: 'call',
  title: 'Incoming call',
  body: 'Ben Adu is calling you',
  path: '/chat?with=ben',
  tag: 'missed-call:ben',
  isAlert: true,
};

type Handler = (event: { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>) => void;

/** A window of the app, as the worker sees it; `page` receives its messages. */
class FakeWindow {
  focused = false;
  page: ((event: { data: unknown; ports: readonly MessagePort[] }) => void) | undefined;
  focus = vi.fn(() => Promise.resolve());
  navigate = vi.fn((_address: string) => Promise.resolve());
  postMessage = (data: unknown, ports: readonly MessagePort[]): void => this.page?.({ data, ports });
}

let handlers: Map<string, Handler>;
let windows: FakeWindow[];
const openWindow = vi.fn();
const showNotification = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  [handlers, windows] = [new Map(), []];
  const scope = {
    addEventListener: (name: string, run: Handler) => handlers.set(name, run),
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
    registration: { showNotification },
    location: { origin: 'https://lyceum.test' },
  };
  // The worker is a script of its own, which no module can import.
  // oxlint-disable-next-line no-implied-eval -- The source is a file of this repository.
  new Function('self', SOURCE)(scope);
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** Passes an event to the worker; returns what it waits for. */
function dispatch(name: string, event: Record<string, unknown>): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve();
  handlers.get(name)?.({ ...event, waitUntil: (waited) => void (work = waited) });
  return work;
}
const push = (message: unknown) => dispatch('push', { data: { json: () => message } });
const click = (path?: string) => dispatch('notificationclick', { notification: { close: vi.fn(), data: { path } } });

it('alerts of a call, also where the notification of a missed one is shown', async () => {
  await push(CALL);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Incoming call', {
    body: 'Ben Adu is calling you',
    tag: 'missed-call:ben',
    renotify: true,
    icon: '/icon.svg',
    data: { path: '/chat?with=ben' },
  });
});

it('replaces any other notification of the same tag without a sound', async () => {
  await push({ title: 'New comment', body: 'Ben Adu commented on your post', path: '/home', tag: 'comment:1' });
  expect(showNotification.mock.calls[0]?.[1]).toMatchObject({ tag: 'comment:1', renotify: false });
});

it('shows a message without content, which the browser would otherwise replace by its own', async () => {
  await dispatch('push', { data: { json: () => JSON.parse('{') as unknown } });
  await dispatch('push', { data: null });
  // A browser refuses an alert without a tag.
  await push({ isAlert: true });
  expect(showNotification.mock.calls.map(([title, { renotify }]) => [title, renotify])).toEqual(
    Array(3).fill(['Lyceum', false]),
  );
});

it('shows nothing while a window has focus', async () => {
  windows = [new FakeWindow(), Object.assign(new FakeWindow(), { focused: true })];
  await push(CALL);
  expect(showNotification).not.toHaveBeenCalled();
});

it('opens a window where there is none, on the own site only', async () => {
  await click('/chat?with=ben');
  await click('https://evil.test/');
  await click();
  expect(openWindow.mock.calls.flat()).toEqual([
    'https://lyceum.test/chat?with=ben',
    'https://lyceum.test',
    'https://lyceum.test/home',
  ]);
});

it('lets the page open the path itself: its call goes on', async () => {
  const [window, onOpen] = [new FakeWindow(), vi.fn()];
  const container = new EventTarget();
  followPushClicks(onOpen, container);
  window.page = (event) => container.dispatchEvent(Object.assign(new Event('message'), event));
  windows = [window];
  vi.useRealTimers();
  await click('/chat?with=ben');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('/chat?with=ben');
  expect([window.focus.mock.calls.length, window.navigate.mock.calls.length]).toEqual([1, 0]);
});

it('navigates a page that does not respond', async () => {
  const window = new FakeWindow();
  windows = [window];
  const clicked = click('/chat?with=ben');
  await vi.advanceTimersByTimeAsync(1_000);
  await clicked;
  expect(window.navigate).toHaveBeenCalledExactlyOnceWith('https://lyceum.test/chat?with=ben');
  const foreign = click('https://evil.test/');
  await vi.advanceTimersByTimeAsync(1_000);
  await foreign;
  expect(window.navigate).toHaveBeenLastCalledWith('https://lyceum.test');
});

it('ignores messages that are not its own', () => {
  const [container, onOpen] = [new EventTarget(), vi.fn()];
  followPushClicks(onOpen, container);
  for (const data of [null, {}, { type: 'open' }, { type: 'open', path: '//evil.test' }])
    container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] }));
  expect(onOpen).not.toHaveBeenCalled();
});
