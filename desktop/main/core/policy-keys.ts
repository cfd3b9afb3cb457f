import type { PolicyKey, PolicyValues } from '#shared/bridge/policy.ts';
import { isServerOrigin } from './server-address.ts';

/** A value that a key accepts: its kind decides how each system stores it. */
export type PolicyKind =
  | { type: 'boolean' }
  | { type: 'integer'; min: number; max: number }
  /** One of these words, each with what it means. */
  | { type: 'choice'; choices: Readonly<Record<string, string>> }
  | { type: 'text' | 'list'; isValid: (text: string) => boolean; format: string; example: string };

/** One key of the policy. */
export interface PolicyKeyRule<Value> {
  kind: PolicyKind;
  default: Value;
  /** Default in shared-computer mode, when it differs. */
  sharedDefault?: Value;
  title: string;
  description: string;
  /** Whether it can be set as a recommendation, which the member can change. */
  canRecommend: boolean;
}

const LIST_MAX = 100;
const MINUTES_MAX = 1_440;

/** True for a list that is not too long. */
export function isShortList(items: readonly unknown[]): boolean {
  return items.length <= LIST_MAX;
}

const boolean: PolicyKind = { type: 'boolean' };
const origin = {
  isValid: isServerOrigin,
  format: 'an address without a path: `https://`, the name of the server and, if needed, the port',
  example: 'https://lyceum.example.org',
};
const ASK_OR_BLOCK = { ask: 'The member is asked.', block: 'It is not available.' };
const PERMISSION: PolicyKind = {
  type: 'choice',
  choices: { ask: 'The member is asked.', allow: 'It is allowed without a question.', block: 'It is not available.' },
};

/** Every key, in the order of the documentation. All templates and docs/policies.md are generated from it. */
export const POLICY_KEYS: { readonly [Key in PolicyKey]: PolicyKeyRule<PolicyValues[Key]> } = {
  serverUrl: {
    kind: { type: 'text', ...origin },
    default: null,
    title: 'Server address',
    description: 'The server that the app uses. Members cannot change it. As a recommendation, it is suggested.',
    canRecommend: true,
  },
  allowedServers: {
    kind: { type: 'list', ...origin },
    default: [],
    title: 'Allowed servers',
    description: 'The servers that members can choose. An empty list allows every server.',
    canRecommend: false,
  },
  sharedComputer: {
    kind: boolean,
    default: false,
    title: 'Shared computer',
    description:
      'Several people use this computer, one after the other. The app stores no session and removes everything of a ' +
      'member when they sign out, close the window, lock the screen, are away for too long or end their session.',
    canRecommend: false,
  },
  signOutOnIdleMinutes: {
    kind: { type: 'integer', min: 0, max: MINUTES_MAX },
    default: 0,
    sharedDefault: 10,
    title: 'Sign out when idle',
    description:
      'Minutes without mouse or keyboard input after which the member is signed out. A countdown of one minute ' +
      'follows, in which the member can stay signed in. Calls and videos with sound count as input. 0 is never.',
    canRecommend: false,
  },
  signOutOnLock: {
    kind: boolean,
    default: false,
    sharedDefault: true,
    title: 'Sign out when the screen is locked',
    description: 'The member is signed out when the screen is locked or another user of the computer logs in.',
    canRecommend: false,
  },
  autoStart: {
    kind: boolean,
    default: false,
    title: 'Start at login',
    description: 'The app starts when the user logs in to the computer.',
    canRecommend: true,
  },
  startHidden: {
    kind: boolean,
    default: false,
    title: 'Start hidden',
    description: 'The app starts in the tray, without a window.',
    canRecommend: true,
  },
  closeBehaviour: {
    kind: {
      type: 'choice',
      choices: { tray: 'The app stays in the tray, so that calls ring.', quit: 'The app quits.' },
    },
    default: 'tray',
    title: 'When the window is closed',
    description: 'What happens when the window is closed. On a shared computer the app always quits.',
    canRecommend: true,
  },
  updates: {
    kind: {
      type: 'choice',
      choices: {
        automatic: 'The app updates itself.',
        paused: 'The app waits with updates until this is changed.',
        off: 'The institution installs new versions.',
      },
    },
    default: 'automatic',
    title: 'Updates',
    description: 'Whether the app updates itself. Installations for all users of a computer never do.',
    canRecommend: false,
  },
  devTools: {
    kind: boolean,
    default: false,
    title: 'Developer tools',
    description: 'Members can open the developer tools of the window.',
    canRecommend: false,
  },
  downloads: {
    kind: {
      type: 'choice',
      choices: { allow: 'Members can save files.', block: 'No file can be saved on this computer.' },
    },
    default: 'allow',
    title: 'Downloads',
    description: 'Whether members can save files on this computer.',
    canRecommend: false,
  },
  camera: {
    kind: PERMISSION,
    default: 'ask',
    title: 'Camera',
    description: 'Whether calls can use the camera. The operating system can block it in addition.',
    canRecommend: true,
  },
  microphone: {
    kind: PERMISSION,
    default: 'ask',
    title: 'Microphone',
    description: 'Whether calls can use the microphone. The operating system can block it in addition.',
    canRecommend: true,
  },
  screenShare: {
    kind: { type: 'choice', choices: ASK_OR_BLOCK },
    default: 'ask',
    title: 'Screen sharing',
    description: 'Whether members can share their screen in a call. They choose what they share each time.',
    canRecommend: false,
  },
  calls: {
    kind: boolean,
    default: true,
    title: 'Calls',
    description: 'Members can make and answer calls.',
    canRecommend: false,
  },
  notificationPreview: {
    kind: {
      type: 'choice',
      choices: {
        full: 'The sender and the start of the message.',
        sender: 'The sender only.',
        none: 'Neither sender nor text.',
      },
    },
    default: 'full',
    title: 'Preview in notifications',
    description: 'What notifications of the operating system show.',
    canRecommend: true,
  },
  proxy: {
    kind: {
      type: 'text',
      isValid: isProxy,
      format:
        '`system`, `direct`, `http://`, `https://` or `socks5://` with the name and port of a proxy, or `pac+` and the ' +
        'https address of a PAC file',
      example: 'http://proxy.example.org:3128',
    },
    default: 'system',
    title: 'Proxy',
    description: 'The proxy through which the app reaches the server.',
    canRecommend: false,
  },
  spellcheckDictionaryUrl: {
    kind: {
      type: 'text',
      isValid: (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
      format: 'an https address',
      example: 'https://lyceum.example.org/dictionaries/',
    },
    default: null,
    title: 'Address of dictionaries',
    description:
      'A folder with the files of `hunspell_dictionaries.zip` of the Electron release. Without it, spelling is not ' +
      'checked on Windows and Linux. macOS checks spelling itself.',
    canRecommend: false,
  },
  advertisements: {
    kind: boolean,
    default: true,
    title: 'Advertisements',
    description: 'Members see advertisements. They can manage their own in either case.',
    canRecommend: false,
  },
  kioskFullscreen: {
    kind: boolean,
    default: false,
    title: 'Kiosk',
    description: 'The window fills the whole screen and cannot be left for other programs.',
    canRecommend: false,
  },
};

/** Names of all keys, in the order of the documentation. */
export const POLICY_NAMES = Object.keys(POLICY_KEYS) as PolicyKey[];

function isProxy(text: string): boolean {
  if (text === 'system' || text === 'direct') return true;
  if (text.startsWith('pac+')) return URL.canParse(text.slice(4)) && text.startsWith('pac+https://');
  return /^(?:https?|socks5):\/\/[\w.-]+:\d{1,5}$/.test(text);
}
