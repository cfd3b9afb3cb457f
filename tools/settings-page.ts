import { SECRETS } from '../backend/config.ts';
import { settings, type Setting } from '../backend/settings.ts';

/** Path of the generated page. */
export const SETTINGS_PAGE = 'docs/settings.md';

const CLIENT_SETTINGS: readonly Setting[] = [
  {
    name: 'LYCEUM_DICTIONARY_URL',
    default: 'none: spelling is not checked on Windows and Linux',
    meaning:
      'The https address of a folder with the files of `hunspell_dictionaries.zip` of the Electron release, from which ' +
      'the desktop client downloads dictionaries to check spelling on Windows and Linux. macOS checks spelling itself.',
  },
  {
    name: 'LYCEUM_POLICY_DIR',
    default: '/etc/lyceum/policies',
    meaning:
      'Folder of the policy files on Linux, in a desktop client that is not packaged. Its files may belong to the user who ' +
      'runs it. A packaged client ignores this setting.',
  },
  {
    name: 'LYCEUM_PROXY',
    default: "the system's proxy settings, PAC scripts included",
    meaning:
      "Proxy of the desktop client, in the form of Chromium's `--proxy-server`, such as `proxy.school.example:3128` or " +
      '`socks5://proxy.school.example:1080`. The client itself asks for the username and password of a proxy.',
  },
  {
    name: 'LYCEUM_SERVER_URL',
    default: 'none',
    meaning: 'Server address that the desktop client suggests at its first start.',
  },
  {
    name: 'LYCEUM_USER_DATA',
    default: "the system's folder for application data",
    meaning: 'Folder for the settings and data of the desktop client.',
  },
];

const TEST_SETTINGS: readonly Setting[] = [
  {
    name: 'CHROME_PATH',
    default: 'searched in the usual folders',
    meaning: 'Path of Chrome or Chromium for `npm test`. If it is not set, chromium-headless-shell is preferred.',
  },
  {
    name: 'LYCEUM_CI',
    default: 'none',
    meaning: 'If it is set, a test fails when a program that it needs is missing. Otherwise the test is skipped.',
  },
  {
    name: 'LYCEUM_ELECTRON',
    default: 'none',
    meaning: "If it is set, the tests in Electron fail when Electron's binary or a display is missing.",
  },
];

/** Renders docs/settings.md: the settings of the server from backend/config.ts, and those of client and tests. */
export function renderSettings(): string {
  return [
    '# Settings',
    '',
    'All settings are environment variables. The server reads them once, when it starts. If a value is invalid, the server',
    'prints the name of each invalid setting and exits.',
    '',
    'Secrets can also be read from a file, such as one that a container receives: the setting with `_FILE` at the end of its',
    `name is the path. This holds for ${SECRETS.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '`npm run settings` generates this page. The first table comes from `backend/settings.ts`, the others from',
    '`tools/settings-page.ts`. A test fails if the page is not up to date.',
    '',
    '## Server',
    '',
    ...tableOf(settings),
    '',
    '## Desktop client',
    '',
    ...tableOf(CLIENT_SETTINGS),
    '',
    '## Tests',
    '',
    ...tableOf(TEST_SETTINGS),
    '',
  ].join('\n');
}

function tableOf(rows: readonly Setting[]): string[] {
  const lines = rows.map(
    ({ name, default: value, meaning }) => `| \`${name}\` | ${value ?? 'required'} | ${meaning} |`,
  );
  return ['| setting | default | meaning |', '|---|---|---|', ...lines];
}
