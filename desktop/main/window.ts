import { MINUTE_MS } from '#shared/time.ts';
import {
  askAboutCall,
  dropWindow,
  focusWindow,
  followWindow,
  hideWindow,
  isAudible,
  isOpen,
  isShown,
  minimizeWindow,
  setZoom,
  destroyOthers,
  type MainWindow,
} from './platform/main-window.ts';

/** How long a hidden window keeps its page. Without it the client uses a fraction of the memory. */
export const DROP_AFTER_MS = 5 * MINUTE_MS;

/** The app's window, which can be closed and opened again. */
export interface WindowController {
  /** Returns the window; null while it is closed. */
  find: () => MainWindow | null;
  /**
   * Focuses the window, or opens it; at a path of the router when one is given. Never hides it: another window may
   * cover it.
   */
  show: (path?: string) => void;
  /** Opens the first window, on the screen unless it is hidden. */
  start: (isHidden: boolean) => void;
  /** Replaces all windows by a new one, with nothing of the old pages; does nothing while the window is closed. */
  renew: () => void;
  /** Opens the window again for the account that it has to show now. */
  reopen: () => void;
  /** Sets the zoom factor of the page. */
  zoom: (factor: number) => void;
  /** From now on the window closes without a question. */
  allowClosing: () => void;
}

/** How a window is opened: its first path, and whether it stays hidden until it is shown. */
export interface OpenOptions {
  path: string;
  isHidden: boolean;
}

/** Dependencies of the window. */
interface WindowPorts {
  open: (how: OpenOptions) => MainWindow;
  /** Opens a path of the router in the open window. */
  navigate: (path: string) => void;
  storePlace: (window: MainWindow) => void;
  /** True when closing the window only hides it: a tray shows it, and a member is signed in. */
  staysInTray: () => boolean;
  /** True while a call rings, is being connected or is going on. */
  hasCall: () => boolean;
  /** True while the page has a call that closing the window would end. */
  isTalking: () => boolean;
  hangUp: () => void;
  /** The member has closed the window, which does not only hide it. */
  onMemberClosed: () => void;
  /** The window was hidden because the member closed it. */
  onStay: () => void;
  /** The window was opened, shown, hidden, focused or left. */
  onChange: () => void;
  onPageGone: (isClosed: boolean) => void;
}

/** Controls the app's window: closing hides it in the tray, and a window that stays hidden is dropped. */
export function createWindowController(ports: WindowPorts): WindowController {
  let last: MainWindow | null = null;
  let isClosingAllowed = false;
  const find = (): MainWindow | null => (last && isOpen(last) ? last : null);
  const stay = (window: MainWindow): void => {
    hideWindow(window);
    ports.onStay();
  };
  const open = (how: OpenOptions): MainWindow => {
    const window = ports.open(how);
    wireWindow(window, ports, { isClosingAllowed: () => isClosingAllowed, stay });
    return window;
  };
  return {
    find,
    show: (path) => {
      const current = find();
      if (!current) {
        last = open({ path: path ?? '/', isHidden: false });
        return;
      }
      focusWindow(current);
      if (path !== undefined) ports.navigate(path);
    },
    start: (isHidden) => {
      last = open({ path: '/', isHidden });
    },
    renew: () => {
      if (find()) destroyOthers((last = open({ path: '/', isHidden: false })));
    },
    reopen: () => {
      const former = find();
      if (former) ports.storePlace(former);
      // The app would quit if there were no window in between.
      last = open({ path: '/', isHidden: false });
      if (former) dropWindow(former);
    },
    zoom: (factor) => {
      const current = find();
      if (current) setZoom(current, factor);
    },
    allowClosing: () => {
      isClosingAllowed = true;
    },
  };
}

/** Lets closing the window hide it or ask, and drops it while it stays hidden. */
function wireWindow(
  window: MainWindow,
  ports: WindowPorts,
  { isClosingAllowed, stay }: { isClosingAllowed: () => boolean; stay: (window: MainWindow) => void },
): void {
  const dropping = dropLater(ports);
  let isClosing = false;
  followWindow(window, {
    mayClose: () => {
      isClosing = isClosingAllowed() || !(ports.isTalking() || ports.staysInTray());
      if (isClosing) return true;
      if (ports.isTalking()) void closeInCall(window, ports, stay);
      else stay(window);
      return false;
    },
    onChange: () => {
      dropping.plan(window);
      ports.onChange();
    },
    onPageGone: () => ports.onPageGone(false),
    onClosed: () => {
      dropping.cancel();
      ports.onPageGone(true);
      ports.onChange();
      // A page can store a draft while it is closed.
      if (isClosing) ports.onMemberClosed();
    },
  });
  // One that starts hidden may never be shown.
  dropping.plan(window);
}

/** Drops a window that stays hidden in the tray, unless it has a call or plays sound. */
function dropLater(ports: WindowPorts): { plan: (window: MainWindow) => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  const plan = (window: MainWindow): void => {
    cancel();
    if (!isOpen(window) || isShown(window) || !ports.staysInTray()) return;
    timer = setTimeout(() => {
      if (!isOpen(window) || isShown(window)) return;
      if (ports.hasCall() || isAudible(window)) plan(window);
      else dropWindow(window);
    }, DROP_AFTER_MS);
  };
  return { plan, cancel };
}

/** Asks what happens to the call before the window closes. */
async function closeInCall(window: MainWindow, ports: WindowPorts, stay: (window: MainWindow) => void): Promise<void> {
  const choice = await askAboutCall(window);
  if (choice === null || !isOpen(window)) return;
  if (choice === 'keep') return ports.staysInTray() ? stay(window) : minimizeWindow(window);
  ports.hangUp();
  if (ports.staysInTray()) return stay(window);
  dropWindow(window);
  ports.onMemberClosed();
}
