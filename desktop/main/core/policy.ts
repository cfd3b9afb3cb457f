import type { PolicyKey, PolicyValues, PolicyView } from '#shared/bridge/policy.ts';
import { isShortList, POLICY_KEYS, POLICY_NAMES, type PolicyKind } from './policy-keys.ts';

/** Sources that set a key so that the member cannot change it, the strongest first. */
const MANDATORY = ['device', 'organisation', 'user'] as const;
const PRECEDENCE = [...MANDATORY, 'recommended'] as const;

/** Where keys are set: for the computer, by its installation, for a user of the computer, or as a recommendation. */
export type PolicySource = (typeof PRECEDENCE)[number];

/** Where a value comes from: a source, the rules of a shared computer, or the app's own default. */
type ValueSource = PolicySource | 'sharedComputer' | 'builtIn';

/** Keys from one place, as they are stored there. */
export interface PolicyLayer {
  source: PolicySource;
  /** Path of the file or registry key. */
  place: string;
  values: Readonly<Record<string, unknown>>;
}

/** A key that was skipped, or a place that could not be read (`key` is null then). */
export interface PolicyProblem {
  place: string;
  key: string | null;
  reason: string;
}

/** The value and source of each key, and what was skipped. */
interface PolicyReport {
  keys: readonly { key: PolicyKey; value: PolicyValues[PolicyKey]; source: ValueSource }[];
  problems: readonly PolicyProblem[];
}

/** The policy of this start. */
export interface Policy {
  /** Value of each key. A setting that the member can change uses {@link Policy.choose}. */
  readonly current: Readonly<PolicyValues>;
  readonly report: PolicyReport;
  readonly view: PolicyView;
  /** True when the member cannot change the setting of a key. */
  isManaged(key: PolicyKey): boolean;
  /** True when a source sets the key, also as a recommendation. */
  isSet(key: PolicyKey): boolean;
  /** Returns the managed value, else the member's own choice, else the recommended value or default. */
  choose<Key extends PolicyKey>(key: Key, own: PolicyValues[Key] | undefined): PolicyValues[Key];
}

type Merged = Map<PolicyKey, { value: unknown; source: ValueSource }>;

/**
 * Merges what all places set. For each key the strongest source with a valid value wins; within a source, the first
 * layer. An invalid value is skipped and reported, and the next layer is used.
 */
export function mergePolicy(layers: readonly PolicyLayer[], unread: readonly PolicyProblem[] = []): Policy {
  const ordered = PRECEDENCE.flatMap((source) => layers.filter((layer) => layer.source === source));
  const problems = [...unread];
  const merged: Merged = new Map();
  for (const layer of ordered) {
    for (const [key, stored] of Object.entries(layer.values)) {
      const result = readKey(key, stored, layer.source);
      if ('reason' in result) problems.push({ place: layer.place, key, reason: result.reason });
      else if (!merged.has(result.key)) merged.set(result.key, { value: result.value, source: layer.source });
    }
  }
  addDefaults(merged);
  const current = Object.fromEntries([...merged].map(([key, { value }]) => [key, value])) as unknown as PolicyValues;
  const isManaged = (key: PolicyKey): boolean => !['recommended', 'builtIn'].includes(merged.get(key)?.source ?? '');
  return {
    current,
    report: {
      keys: POLICY_NAMES.map((key) => ({ key, value: current[key], source: merged.get(key)?.source ?? 'builtIn' })),
      problems,
    },
    view: { values: current, managed: POLICY_NAMES.filter(isManaged) },
    isManaged,
    isSet: (key) => merged.get(key)?.source !== 'builtIn',
    choose: (key, own) => (isManaged(key) ? current[key] : (own ?? current[key])),
  };
}

/** Adds the defaults, which depend on shared-computer mode, and its rules, which no source can change. */
function addDefaults(merged: Merged): void {
  const isShared = merged.get('sharedComputer')?.value === true;
  for (const key of POLICY_NAMES) {
    const { default: value, sharedDefault } = POLICY_KEYS[key];
    if (merged.has(key)) continue;
    if (isShared && sharedDefault !== undefined) merged.set(key, { value: sharedDefault, source: 'sharedComputer' });
    else merged.set(key, { value, source: 'builtIn' });
  }
  // A window that is closed ends the member's session there, so the app does not stay in the tray.
  if (isShared) merged.set('closeBehaviour', { value: 'quit', source: 'sharedComputer' });
}

type KeyResult = { key: PolicyKey; value: unknown } | { reason: string };

function readKey(name: string, stored: unknown, source: PolicySource): KeyResult {
  const key = POLICY_NAMES.find((known) => known === name);
  if (key === undefined) return { reason: 'There is no such key.' };
  const { kind, canRecommend } = POLICY_KEYS[key];
  if (source === 'recommended' && !canRecommend) return { reason: 'This key cannot be recommended.' };
  const value = readValue(kind, stored);
  return value === undefined ? { reason: `The value is not ${describeKind(kind)}.` } : { key, value };
}

/** Returns a value in its type; undefined when it is invalid. Registry and macOS store some types as texts. */
function readValue(kind: PolicyKind, stored: unknown): unknown {
  if (kind.type === 'boolean') return readBoolean(stored);
  if (kind.type === 'integer') {
    const number = typeof stored === 'string' && /^\d+$/.test(stored.trim()) ? Number(stored) : stored;
    const isInside = Number.isInteger(number) && Number(number) >= kind.min && Number(number) <= kind.max;
    return isInside ? number : undefined;
  }
  if (kind.type === 'choice')
    return typeof stored === 'string' && Object.hasOwn(kind.choices, stored) ? stored : undefined;
  if (kind.type === 'text') return typeof stored === 'string' && kind.isValid(stored) ? stored : undefined;
  if (!Array.isArray(stored) || !isShortList(stored)) return undefined;
  return stored.every((item) => typeof item === 'string' && kind.isValid(item)) ? stored : undefined;
}

function readBoolean(stored: unknown): boolean | undefined {
  if ([true, 1, '1', 'true'].includes(stored as string)) return true;
  return [false, 0, '0', 'false'].includes(stored as string) ? false : undefined;
}

/** Describes the values that a key accepts: "true or false". */
export function describeKind(kind: PolicyKind): string {
  if (kind.type === 'boolean') return 'true or false';
  if (kind.type === 'integer') return `a whole number from ${kind.min} to ${kind.max}`;
  if (kind.type === 'choice')
    return `one of ${Object.keys(kind.choices)
      .map((word) => `\`${word}\``)
      .join(', ')}`;
  return kind.type === 'list' ? `a list; each item is ${kind.format}` : kind.format;
}
