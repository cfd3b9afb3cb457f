import type { ShellNotice } from '#shared/bridge/contract.ts';

/** Stores notices until the page takes them; after that, sends each one at once. */
export function createNotices(send: (notice: ShellNotice) => void): {
  publish: (notice: ShellNotice) => void;
  take: () => ShellNotice[];
} {
  let waiting: ShellNotice[] = [];
  let isPageListening = false;
  return {
    publish(notice) {
      if (isPageListening) send(notice);
      else waiting.push(notice);
    },
    take() {
      isPageListening = true;
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

/** Shown once on a computer without a keychain. */
export const KEYCHAIN_NOTICE: ShellNotice = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'You stay signed in until you quit',
  text: 'This computer has no keychain to store your session safely. You will need to log in again at the next start.',
};
