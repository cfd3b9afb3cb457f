import { choicesOf, RECOMMENDABLE, RULES, type NamedRule } from './rules.ts';
import { escapeXml, indent, plainText } from './xml.ts';

const KEY = String.raw`SOFTWARE\Policies\Lyceum`;
const HEAD = ['<?xml version="1.0" encoding="utf-8"?>', '<!-- Written by `npm run policies`. Do not edit. -->'];
const SCHEMA =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';

/** A policy of Windows: a key of the app, mandatory or as a recommendation. */
interface WindowsPolicy {
  rule: NamedRule;
  /** Name of the policy, by which all ids are built. */
  id: string;
  key: string;
  category: string;
}

const POLICIES: readonly WindowsPolicy[] = [
  ...RULES.map((rule) => ({ rule, id: rule.name, key: KEY, category: 'Lyceum' })),
  ...RECOMMENDABLE.map((rule) => ({
    rule,
    id: `${rule.name}_recommended`,
    key: String.raw`${KEY}\Recommended`,
    category: 'LyceumRecommended',
  })),
];

/** Renders the ADMX file: which registry value each policy writes. */
export function renderAdmx(): string {
  return [
    ...HEAD,
    `<policyDefinitions ${SCHEMA} revision="1.0" schemaVersion="1.0">`,
    '  <policyNamespaces>',
    '    <target prefix="lyceum" namespace="Lyceum.Policies"/>',
    '  </policyNamespaces>',
    '  <resources minRequiredRevision="1.0"/>',
    '  <supportedOn>',
    '    <definitions>',
    '      <definition name="SUPPORTED_LYCEUM" displayName="$(string.SUPPORTED_LYCEUM)"/>',
    '    </definitions>',
    '  </supportedOn>',
    '  <categories>',
    '    <category name="Lyceum" displayName="$(string.Lyceum)"/>',
    '    <category name="LyceumRecommended" displayName="$(string.LyceumRecommended)">',
    '      <parentCategory ref="Lyceum"/>',
    '    </category>',
    '  </categories>',
    '  <policies>',
    ...indent(POLICIES.flatMap(policyOf), 2),
    '  </policies>',
    '</policyDefinitions>',
    '',
  ].join('\n');
}

function policyOf({ rule, id, key, category }: WindowsPolicy): string[] {
  const { kind, name } = rule;
  const isSwitch = kind.type === 'boolean';
  const presentation = isSwitch ? '' : ` presentation="$(presentation.${id})"`;
  const value = isSwitch ? ` valueName="${name}"` : '';
  return [
    `<policy name="${id}" class="Both" displayName="$(string.${id})" explainText="$(string.${id}_explain)"` +
      `${presentation} key="${escapeXml(key)}"${value}>`,
    `  <parentCategory ref="${category}"/>`,
    '  <supportedOn ref="SUPPORTED_LYCEUM"/>',
    ...(isSwitch
      ? ['  <enabledValue><decimal value="1"/></enabledValue>', '  <disabledValue><decimal value="0"/></disabledValue>']
      : ['  <elements>', ...indent(elementOf(rule, { id, key }), 2), '  </elements>']),
    '</policy>',
  ];
}

function elementOf({ kind, name }: NamedRule, { id, key }: Pick<WindowsPolicy, 'id' | 'key'>): string[] {
  const attributes = `id="${id}_value" valueName="${name}" required="true"`;
  if (kind.type === 'integer') return [`<decimal ${attributes} minValue="${kind.min}" maxValue="${kind.max}"/>`];
  if (kind.type === 'text') return [`<text ${attributes} maxLength="2000"/>`];
  // The items are the values 1, 2, 3... of a key of their own.
  if (kind.type === 'list') return [`<list id="${id}_value" key="${escapeXml(`${key}\\${name}`)}" valuePrefix=""/>`];
  return [
    `<enum ${attributes}>`,
    ...choicesOf(kind).map(
      ([word]) => `  <item displayName="$(string.${id}_${word})"><value><string>${word}</string></value></item>`,
    ),
    '</enum>',
  ];
}

/** Renders the ADML file: the English texts of the ADMX file. */
export function renderAdml(): string {
  const strings = [
    ['SUPPORTED_LYCEUM', 'Lyceum for Windows 10 or later'],
    ['Lyceum', 'Lyceum'],
    ['LyceumRecommended', 'Lyceum - Default settings (members can change them)'],
    ...POLICIES.flatMap(stringsOf),
  ];
  return [
    ...HEAD,
    `<policyDefinitionResources ${SCHEMA} revision="1.0" schemaVersion="1.0">`,
    '  <displayName>Lyceum</displayName>',
    '  <description>Policies of the Lyceum desktop app.</description>',
    '  <resources>',
    '    <stringTable>',
    ...strings.map(([id = '', text = '']) => `      <string id="${id}">${escapeXml(plainText(text))}</string>`),
    '    </stringTable>',
    '    <presentationTable>',
    ...indent(POLICIES.flatMap(presentationOf), 3),
    '    </presentationTable>',
    '  </resources>',
    '</policyDefinitionResources>',
    '',
  ].join('\n');
}

function stringsOf({ rule, id }: WindowsPolicy): [string, string][] {
  const { kind } = rule;
  const format = kind.type === 'text' || kind.type === 'list' ? ` Example: ${kind.example}` : '';
  return [
    [id, rule.title],
    [`${id}_explain`, rule.description + format],
    ...choicesOf(kind).map(([word, meaning]): [string, string] => [`${id}_${word}`, `${word}: ${meaning}`]),
  ];
}

function presentationOf({ rule, id }: WindowsPolicy): string[] {
  const { kind } = rule;
  if (kind.type === 'boolean') return [];
  const label = escapeXml(rule.title);
  const reference = `refId="${id}_value"`;
  const control = {
    integer: `<decimalTextBox ${reference} defaultValue="${JSON.stringify(rule.sharedDefault ?? 0)}">${label}</decimalTextBox>`,
    choice: `<dropdownList ${reference} noSort="true" defaultItem="0">${label}</dropdownList>`,
    text: `<textBox ${reference}><label>${label}</label></textBox>`,
    list: `<listBox ${reference}>${label}</listBox>`,
  }[kind.type];
  return [`<presentation id="${id}">`, `  ${control}`, '</presentation>'];
}
