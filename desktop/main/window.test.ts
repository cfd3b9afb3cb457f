import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MainWindow } from './platform/main-window.ts';
import { DROP_AFTER_MS, createWindowController } from './window.ts';

type Listeners = Parameters<typeof import('./platform/main-window.ts').followWindow>[1];

/** A window as the adapter shows it. */
class FakeWindow {
  isOpen = true;
  isShown = true;
  isAudible = false;
  isMinimized = false;
  listeners: Listeners | undefined;
  answer: 'keep' | 'hang-up' | null = null;

  close(): void {
    if (this.listeners?.mayClose() === true) this.drop();
  }
  drop(): void {
    this.isOpen = false;
    this.listeners?.onClosed();
  }
}

const asFake = (window: MainWindow): FakeWindow => window as unknown as FakeWindow;
vi.mock('./platform/main-window.ts', () => ({
  askAboutCall: (window: MainWindow) => Promise.resolve(asFake(window).answer),
  dropWindow: (window: MainWindow) => asFake(window).drop(),
  focusWindow: (window: MainWindow) => {
    asFake(window).isShown = true;
    asFake(window).listeners?.onChange();
  },
  followWindow: (window: MainWindow, listeners: Listeners) => {
    asFake(window).listeners = listeners;
  },
  hideWindow: (window: MainWindow) => {
    asFake(window).isShown = false;
    asFake(window).listeners?.onChange();
  },
  isAudible: (window: MainWindow) => asFake(window).isAudible,
  isOpen: (window: MainWindow) => asFake(window).isOpen,
  isShown: (window: MainWindow) => asFake(window).isShown,
  minimizeWindow: (window: MainWindow) => {
    asFake(window).isMinimized = true;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp({ staysInTray = true } = {}) {
  const opened: FakeWindow[] = [];
  const ports = {
    hasCall: false,
    isTalking: false,
    hangUp: vi.fn(),
    onStay: vi.fn(),
    onPageGone: vi.fn(),
  };
  const controller = createWindowController({
    open: () => {
      opened.push(new FakeWindow());
      return opened.at(-1) as unknown as MainWindow;
    },
    storePlace: vi.fn<(window: MainWindow) => void>(),
    onMemberClosed: vi.fn<() => void>(),
    navigate: vi.fn<(path: string) => void>(),
    staysInTray: () => staysInTray,
    hasCall: () => ports.hasCall,
    isTalking: () => ports.isTalking,
    hangUp: ports.hangUp,
    onStay: ports.onStay,
    onChange: () => {},
    onPageGone: ports.onPageGone,
  });
  controller.show();
  const [window] = opened;
  if (!window) throw new Error('no window');
  return { controller, opened, window, ports };
}

it('hides a window that is closed, drops it after five minutes, and opens another one', () => {
  const { controller, opened, window, ports } = setUp();
  window.close();
  expect([window.isOpen, window.isShown]).toEqual([true, false]);
  expect(ports.onStay).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(DROP_AFTER_MS - 1);
  expect(window.isOpen).toBe(true);
  vi.advanceTimersByTime(1);
  expect([window.isOpen, controller.find()]).toEqual([false, null]);
  expect(ports.onPageGone).toHaveBeenCalledExactlyOnceWith(true);
  controller.show();
  expect(opened).toHaveLength(2);
});

it('keeps a window that is shown again, has a call or plays sound', () => {
  const { controller, window, ports } = setUp();
  window.close();
  vi.advanceTimersByTime(DROP_AFTER_MS - 1);
  controller.show();
  vi.advanceTimersByTime(DROP_AFTER_MS);
  expect(window.isOpen).toBe(true);
  window.close();
  ports.hasCall = true;
  vi.advanceTimersByTime(DROP_AFTER_MS);
  ports.hasCall = false;
  window.isAudible = true;
  vi.advanceTimersByTime(DROP_AFTER_MS);
  expect(window.isOpen).toBe(true);
  window.isAudible = false;
  vi.advanceTimersByTime(DROP_AFTER_MS);
  expect(window.isOpen).toBe(false);
});

it.each([
  ['the member chose to quit', { staysInTray: false }, () => {}],
  ['the app quits', {}, (controller: ReturnType<typeof createWindowController>) => controller.allowClosing()],
])('closes when %s', (_name, options, before) => {
  const { controller, window } = setUp(options);
  before(controller);
  window.close();
  expect(window.isOpen).toBe(false);
});

it.each([
  ['cancels', null, {}, { isOpen: true, isShown: true }, 0],
  ['keeps the call in the tray', 'keep', {}, { isOpen: true, isShown: false }, 0],
  ['keeps the call without a tray', 'keep', { staysInTray: false }, { isOpen: true, isMinimized: true }, 0],
  ['hangs up, and stays in the tray', 'hang-up', {}, { isOpen: true, isShown: false }, 1],
  ['hangs up, and closes', 'hang-up', { staysInTray: false }, { isOpen: false }, 1],
] as const)('asks in a call: the member %s', async (_name, answer, options, expected, hangUps) => {
  const { window, ports } = setUp(options);
  ports.isTalking = true;
  window.answer = answer;
  window.close();
  expect(window.isOpen).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(window).toMatchObject(expected);
  expect(ports.hangUp).toHaveBeenCalledTimes(hangUps);
});
