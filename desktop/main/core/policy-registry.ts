import type { PolicyLayer, PolicySource } from './policy.ts';
import { POLICY_NAMES } from './policy-keys.ts';

/** A registry key with policy values, as `reg.exe query` names it. */
interface RegistryPlace {
  /** Path of the key: `HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum`. */
  root: string;
  source: PolicySource;
}

/** Registry keys that are read, the strongest first. Only administrators can write to them. */
export const REGISTRY_PLACES: readonly RegistryPlace[] = [
  { root: String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum`, source: 'device' },
  // What the installation for all users was given.
  { root: String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Lyceum`, source: 'organisation' },
  { root: String.raw`HKEY_CURRENT_USER\SOFTWARE\Policies\Lyceum`, source: 'user' },
];

const RECOMMENDED = 'recommended';
const NAMES = new Map(POLICY_NAMES.map((name) => [name.toLowerCase(), name]));
/** ` name REG_SZ data`; data can be empty. */
const VALUE = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/;

/**
 * Parses the output of `reg.exe query <root> /s`: the values of the key, of its key `Recommended`, and of keys that
 * contain the items of a list. Returns the mandatory layer before the recommended one; empty ones are omitted.
 */
export function parseRegistry(output: string, { root, source }: RegistryPlace): PolicyLayer[] {
  const mandatory: Record<string, unknown> = {};
  const recommended: Record<string, unknown> = {};
  let path: string[] | undefined;
  for (const line of output.split(/\r?\n/)) {
    if (/^HK/i.test(line)) path = pathBelow(line.trim(), root);
    const [, name = '', type = '', data = ''] = VALUE.exec(line) ?? [];
    // The default value of a key has a translated name in parentheses.
    if (path === undefined || name === '' || /^\(.*\)$/.test(name)) continue;
    const isRecommended = path[0]?.toLowerCase() === RECOMMENDED;
    const [list, ...deeper] = isRecommended ? path.slice(1) : path;
    if (deeper.length > 0) continue;
    const values = isRecommended ? recommended : mandatory;
    if (list === undefined) values[spell(name)] = readData(type, data);
    else values[spell(list)] = [...((values[spell(list)] as unknown[] | undefined) ?? []), data.trim()];
  }
  return [
    { source, place: root, values: mandatory },
    { source: RECOMMENDED as PolicySource, place: `${root}\\Recommended`, values: recommended },
  ].filter(({ values }) => Object.keys(values).length > 0);
}

/** Returns the names below the root; undefined for a key outside of it. */
function pathBelow(key: string, root: string): string[] | undefined {
  const [lower, start] = [key.toLowerCase(), root.toLowerCase()];
  if (lower === start) return [];
  return lower.startsWith(`${start}\\`) ? key.slice(root.length + 1).split('\\') : undefined;
}

/** The registry does not distinguish between upper and lower case. */
function spell(name: string): string {
  return NAMES.get(name.toLowerCase()) ?? name;
}

function readData(type: string, data: string): unknown {
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return Number(data);
  // reg.exe separates the texts of a list by a backslash and a zero.
  if (type === 'REG_MULTI_SZ') return data.split(String.raw`\0`).filter((item) => item !== '');
  return data.trim();
}
