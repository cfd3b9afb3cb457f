import { choicesOf, exampleOf, RECOMMENDABLE, RULES, type NamedRule } from './rules.ts';
import { escapeXml, indent, plainText } from './xml.ts';

/** Domain of the preferences: the app's bundle identifier. */
const DOMAIN = 'org.lyceum.desktop';
const HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
  '<!-- Written by `npm run policies`. Do not edit the original. -->',
  '<plist version="1.0">',
];
/** Constant, so that a new version of the profile replaces the former one. */
const PROFILE_UUID = '6C0B2B0E-5C0B-4B57-9B8B-3B7B0F6E8A11';
const PAYLOAD_UUID = '0E4B7C52-93B1-4E0C-8D25-8A0F7C1D4E22';

/**
 * Renders a configuration profile that sets nothing: each key is in a comment, with an example. An administrator
 * removes the comments of the keys to set.
 */
export function renderProfile(): string {
  const payload = [
    ...entry('PayloadType', DOMAIN),
    ...entry('PayloadVersion', 1),
    ...entry('PayloadIdentifier', `${DOMAIN}.policy`),
    ...entry('PayloadUUID', PAYLOAD_UUID),
    ...entry('PayloadDisplayName', 'Lyceum'),
    '<!-- Mandatory keys: remove the comment marks around each key that you set. -->',
    ...RULES.flatMap(commented),
    '<key>Recommended</key>',
    '<dict>',
    '  <!-- Keys that members can change. -->',
    ...indent(RECOMMENDABLE.flatMap(commented), 1),
    '</dict>',
  ];
  return [
    ...HEAD,
    '<dict>',
    '  <key>PayloadContent</key>',
    '  <array>',
    '    <dict>',
    ...indent(payload, 3),
    '    </dict>',
    '  </array>',
    ...indent(
      [
        ...entry('PayloadDisplayName', 'Lyceum policy'),
        ...entry('PayloadDescription', 'Settings of the Lyceum desktop app.'),
        ...entry('PayloadIdentifier', `${DOMAIN}.profile`),
        ...entry('PayloadScope', 'System'),
        ...entry('PayloadType', 'Configuration'),
        ...entry('PayloadUUID', PROFILE_UUID),
        ...entry('PayloadVersion', 1),
      ],
      1,
    ),
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function commented(rule: NamedRule): string[] {
  return [`<!-- ${plainText(rule.title)}`, ...entry(rule.name, exampleOf(rule)), '-->'];
}

/** Renders the manifest that tools of administrators read to show the keys as a form. */
export function renderManifest(): string {
  const subkeys = [
    ...RULES.flatMap(subkeyOf),
    '<dict>',
    ...indent([...entry('pfm_name', 'Recommended'), ...entry('pfm_title', 'Default settings')], 1),
    ...indent(entry('pfm_description', 'Keys that members can change.'), 1),
    ...indent([...entry('pfm_type', 'dictionary'), '<key>pfm_subkeys</key>', '<array>'], 1),
    ...indent(RECOMMENDABLE.flatMap(subkeyOf), 2),
    '  </array>',
    '</dict>',
  ];
  return [
    ...HEAD,
    '<dict>',
    ...indent(
      [
        ...entry('pfm_domain', DOMAIN),
        ...entry('pfm_title', 'Lyceum'),
        ...entry('pfm_description', 'Settings of the Lyceum desktop app.'),
        ...entry('pfm_format_version', 1),
        ...entry('pfm_version', 1),
        ...entry('pfm_platforms', ['macOS']),
        ...entry('pfm_targets', ['system', 'user']),
        '<key>pfm_subkeys</key>',
        '<array>',
        ...indent(subkeys, 1),
        '</array>',
      ],
      1,
    ),
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

const TYPES = { boolean: 'boolean', integer: 'integer', choice: 'string', text: 'string', list: 'array' } as const;

function subkeyOf({ name, title, description, kind, default: value }: NamedRule): string[] {
  const item = [...entry('pfm_type', 'string')];
  return [
    '<dict>',
    ...indent(
      [
        ...entry('pfm_name', name),
        ...entry('pfm_title', title),
        ...entry('pfm_description', plainText(description)),
        ...entry('pfm_type', TYPES[kind.type]),
        ...(value === null || kind.type === 'list' ? [] : entry('pfm_default', value)),
        ...(kind.type === 'integer' ? [...entry('pfm_range_min', kind.min), ...entry('pfm_range_max', kind.max)] : []),
        ...(kind.type === 'choice' ? choiceEntries(kind) : []),
        ...(kind.type === 'list' ? ['<key>pfm_subkeys</key>', '<array>', '  <dict>', ...indent(item, 2)] : []),
        ...(kind.type === 'list' ? ['  </dict>', '</array>'] : []),
      ],
      1,
    ),
    '</dict>',
  ];
}

function choiceEntries(kind: NamedRule['kind']): string[] {
  const choices = choicesOf(kind);
  return [
    ...entry(
      'pfm_range_list',
      choices.map(([word]) => word),
    ),
    ...entry(
      'pfm_range_list_titles',
      choices.map(([, meaning]) => meaning),
    ),
  ];
}

/** A key of a property list with its value. */
function entry(key: string, value: unknown): string[] {
  return [`<key>${escapeXml(key)}</key>`, ...valueOf(value)];
}

function valueOf(value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? '<true/>' : '<false/>'];
  if (typeof value === 'number') return [`<integer>${value}</integer>`];
  if (Array.isArray(value)) return ['<array>', ...indent(value.flatMap(valueOf), 1), '</array>'];
  return [`<string>${escapeXml(String(value))}</string>`];
}
