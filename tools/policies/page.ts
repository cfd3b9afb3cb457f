import { describeKind } from '../../desktop/main/core/policy.ts';
import { REGISTRY_PLACES } from '../../desktop/main/core/policy-registry.ts';
import { choicesOf, exampleOf, RULES, type NamedRule } from './rules.ts';

const [DEVICE, INSTALLATION, USER] = REGISTRY_PLACES.map(({ root }) => root);

/** Renders docs/policies.md. */
export function renderPolicyPage(): string {
  return [
    '# Policies of the desktop client',
    '',
    'An institution can set how the desktop client works on its computers. Members see in Settings, under "This computer",',
    'what is set, with the words "Managed by your institution", and cannot change it. The client reads the policy once, when',
    'it starts. `npm run policies` generates this page and the templates from `desktop/main/core/policy-keys.ts`. A test fails',
    'if they are not up to date.',
    '',
    '## Where the policy is set',
    '',
    '| system | place | template |',
    '|---|---|---|',
    `| Windows | Group Policy. It writes to \`${DEVICE}\` (computer) and \`${USER}\` (user), and recommendations to the key \`Recommended\` below. An installation for all users can write to \`${INSTALLATION}\`. | \`resources/policies/windows\`: copy \`lyceum.admx\` and the folder \`en-US\` to \`PolicyDefinitions\` |`,
    '| macOS | A configuration profile for the domain `org.lyceum.desktop`; recommendations are in its dictionary `Recommended`. | `resources/policies/macos`: the profile sets nothing until you remove comments; the manifest describes the keys to tools for profiles |',
    '| Linux | `/etc/lyceum/policies/managed/*.json` and `/etc/lyceum/policies/recommended/*.json`. Folders and files must belong to root, and no one else may write to them; links are refused. Files are read in the order of their names: a later one is stronger. | `resources/policies/linux`: JSON schemas |',
    '',
    'A switch is a boolean in JSON and profiles, and 1 or 0 (`REG_DWORD`) in the registry. A list is an array; in the registry',
    'it is a key with one value per item, or one `REG_MULTI_SZ`. Names with letters outside of ASCII are written in Punycode.',
    '',
    '## Order',
    '',
    'For each key, the strongest place with a valid value wins:',
    '',
    '1. the computer (`HKEY_LOCAL_MACHINE`, profile, `managed`)',
    '2. the installation for all users (Windows)',
    '3. the user of the computer (`HKEY_CURRENT_USER`)',
    "4. the member's own choice, where the client has such a setting",
    '5. a recommendation',
    '6. the default',
    '',
    'A key with an invalid value is skipped alone: the next place counts, the log names it, and the diagnostics page shows it.',
    'A place that cannot be read is skipped too; the client waits for it for five seconds, and for recommendations on Linux for',
    'half a second. If a mandatory place is skipped on a computer that was shared at the last start, it stays shared. The policy',
    'never prevents the start.',
    '',
    'A recommendation acts until the member chooses. Settings shows it as the current value, with the words "Recommended by',
    'your institution", and lets them change it; a choice stays, also when it is the default. A recommended `block` or `allow`',
    'of `camera` or `microphone` acts like the choice "never" or "always" in the question before a call: the member removes it',
    'in Settings with "Ask me again", and is then asked. To forbid a device, set the key as mandatory. `screenShare` cannot be',
    'recommended, because members choose what they share each time. `startHidden` has no setting of members, so a',
    'recommendation decides.',
    '',
    'On macOS, a key that no profile sets can be set by the user with `defaults write org.lyceum.desktop`. It cannot replace',
    'what a profile sets.',
    '',
    '## Keys',
    '',
    '| key | values | default | can be recommended |',
    '|---|---|---|---|',
    ...RULES.map(
      (rule) =>
        `| [\`${rule.name}\`](#${rule.name.toLowerCase()}) | ${describeKind(rule.kind)} | ${defaultOf(rule)} | ${rule.canRecommend ? 'yes' : 'no'} |`,
    ),
    '',
    ...RULES.flatMap(sectionOf),
    ...SHARED,
    '',
  ].join('\n');
}

function sectionOf(rule: NamedRule): string[] {
  const choices = choicesOf(rule.kind).map(([word, meaning]) => `- \`${word}\`: ${meaning}`);
  return [
    `### ${rule.name}`,
    '',
    `${rule.title}. ${rule.description}`,
    '',
    ...(choices.length > 0 ? [...choices, ''] : []),
    `Example: \`${JSON.stringify({ [rule.name]: exampleOf(rule) })}\``,
    '',
  ];
}

function defaultOf({ default: value, sharedDefault }: NamedRule): string {
  const own = value === null ? 'none' : `\`${JSON.stringify(value)}\``;
  return sharedDefault === undefined ? own : `${own}; on a shared computer \`${JSON.stringify(sharedDefault)}\``;
}

const SHARED = [
  '## Shared computers',
  '',
  'With `sharedComputer`, nothing of a member remains for the next:',
  '',
  '- The session is in memory only; the keychain is not used, and an entry from before is removed.',
  '- The member is signed out, on this computer and on the server, when the window is closed, the screen is locked, the',
  "  user's session ends, or after the time of `signOutOnIdleMinutes` and a countdown of one minute.",
  '- Then the client removes what the page has stored, caches, temporary downloads, its notifications (macOS), recent',
  '  documents, remembered permissions, zoom, appearance, languages of spelling, the start at login that the member has set',
  '  and the position of the window, and opens a new window. What the member saves in another folder, such as on a USB drive,',
  '  stays there.',
  '- When the client quits, all files of the profile folder are removed except its settings (the address of the server),',
  '  dictionaries, logs and internal files of Chromium that name no member.',
  '- A marker file is in the profile folder while the client runs. If it is there at the next start, as after a power cut, the',
  '  files are removed before any window opens.',
  '',
  'Without `sharedComputer`, `signOutOnLock` and `signOutOnIdleMinutes` sign out every account of the client, also those that',
  'the window does not show, on this computer and on the server.',
  '',
  'On Linux, Electron reports a locked screen only on some desktops, and the client notices it after up to five seconds.',
];
