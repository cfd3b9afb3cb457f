import type { ShellToast } from '#shared/bridge/shell.ts';

/** Stores toasts until the page takes them; after that, sends each one at once. */
export function createToasts(send: (toast: ShellToast) => void): {
  publish: (toast: ShellToast) => void;
  take: () => ShellToast[];
} {
  let queued: ShellToast[] = [];
  let isPageListening = false;
  return {
    publish(toast) {
      if (isPageListening) send(toast);
      else queued.push(toast);
    },
    take() {
      isPageListening = true;
      const taken = queued;
      queued = [];
      return taken;
    },
  };
}

/** Shown once on a computer without a keychain. */
export const KEYCHAIN_TOAST: ShellToast = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'You stay signed in until you quit',
  text: 'This computer has no keychain to store your session safely. You will need to log in again at the next start.',
};
