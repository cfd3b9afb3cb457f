import type { ShellNotice } from '#shared/bridge/contract.ts';

/** Keeps what is to be told until a page asks for it; from then on tells it at once. */
export function createNotices(announce: (notice: ShellNotice) => void): {
  tell: (notice: ShellNotice) => void;
  take: () => ShellNotice[];
} {
  let waiting: ShellNotice[] = [];
  let isPageListening = false;
  return {
    tell(notice) {
      if (isPageListening) announce(notice);
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

/** Said once on a computer without a keychain. */
export const KEYCHAIN_NOTICE: ShellNotice = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'You stay signed in until you quit',
  text: 'This computer has no keychain to keep your session safe in, so you sign in again at the next start.',
};
