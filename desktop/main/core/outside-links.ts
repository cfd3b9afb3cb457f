import { isLookalike } from '#shared/lookalike.ts';
import { externalUrl } from './navigation.ts';

/**
 * How often an address opens outside of the app. A double click opens one, and a page that runs foreign code cannot
 * flood the desktop with questions or browser tabs.
 */
export const OUTSIDE_LIMITS = { everyMs: 1_000, perMinute: 20 } as const;

const MINUTE_MS = 60_000;
/** An address can be thousands of characters long; a native dialog does not scroll. */
const SHOWN_MAX_CHARS = 300;

/** The question before an address opens outside of the app. */
export interface LeaveQuestion {
  message: string;
  detail: string;
  /** Label of the button that opens it. */
  action: string;
}

interface OutsidePorts {
  /** Origin of the chosen server, which opens without a question; null before one is chosen. */
  serverUrl: () => string | null;
  /** Resolves to true when the member agrees. */
  ask: (question: LeaveQuestion) => Promise<boolean>;
  /** Opens the address in the system's browser or email program. */
  open: (url: string) => Promise<void>;
  now: () => number;
}

/**
 * Returns the function that opens an address of the page outside of the app, after a question unless it is on the
 * chosen server. Electron does not report whether the member clicked, so the question is what a page cannot skip. Only
 * one question is open at a time; what exceeds {@link OUTSIDE_LIMITS} is ignored, as is an address that may not leave.
 */
export function createOutsideLinks({ serverUrl, ask, open, now }: OutsidePorts): (url: string) => Promise<void> {
  let times: number[] = [];
  let isAsking = false;
  return async (url) => {
    const outside = externalUrl(url);
    times = times.filter((at) => at > now() - MINUTE_MS);
    const isTooOften =
      times.length >= OUTSIDE_LIMITS.perMinute || (times.at(-1) ?? -Infinity) > now() - OUTSIDE_LIMITS.everyMs;
    if (outside === null || isAsking || isTooOften) return;
    isAsking = true;
    try {
      if (new URL(outside).origin === serverUrl() || (await ask(questionOf(outside)))) await open(outside);
    } finally {
      isAsking = false;
      // The pause starts when the question is answered.
      times.push(now());
    }
  };
}

function questionOf(url: string): LeaveQuestion {
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'mailto:')
    return { message: 'Open your email program?', detail: shorten(pathname), action: 'Write email' };
  const warning = isLookalike(url)
    ? '\n\nThis address contains letters that can look like other letters. Check that it is the website you expect.'
    : '';
  return {
    message: `You are leaving Lyceum for ${host}`,
    detail: `This link opens another website:\n${shorten(url)}${warning}`,
    action: 'Open website',
  };
}

function shorten(text: string): string {
  return text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}…` : text;
}
