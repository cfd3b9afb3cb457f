import type { ShellToast } from '#shared/bridge/shell.ts';

/** Stores toasts until a page takes them; after that, sends each one at once until the page is gone. */
export function createToasts(send: (toast: ShellToast) => void): {
  publish: (toast: ShellToast) => void;
  take: () => ShellToast[];
  onPageGone: () => void;
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
    onPageGone() {
      isPageListening = false;
    },
  };
}

/** Shown when another account is chosen in the menu during a call. */
export const IN_CALL_TOAST: ShellToast = {
  code: 'IN_CALL',
  title: 'You are in a call',
  text: 'Hang up before you change the account.',
};

/** Shown when an account that is chosen in the menu cannot be opened. */
export const ACCOUNT_FAILED_TOAST: ShellToast = {
  code: 'ACCOUNT_FAILED',
  title: 'The account could not be opened',
  text: 'Try again, or restart Lyceum.',
};

/** Shown once on a computer without a keychain. */
export const KEYCHAIN_TOAST: ShellToast = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'You stay signed in until you quit',
  text: 'This computer has no keychain to store your session safely. You will need to log in again at the next start.',
};
