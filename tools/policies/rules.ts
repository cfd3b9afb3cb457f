import type { PolicyKey } from '../../shared/bridge/policy.ts';
import { POLICY_KEYS, POLICY_NAMES, type PolicyKeyRule, type PolicyKind } from '../../desktop/main/core/policy-keys.ts';

/** A key with its name and its rule. */
export interface NamedRule extends PolicyKeyRule<unknown> {
  name: PolicyKey;
}

/** Every key, in the order of the documentation. */
export const RULES: readonly NamedRule[] = POLICY_NAMES.map((name) => ({ name, ...POLICY_KEYS[name] }));

/** The keys that can be recommended. */
export const RECOMMENDABLE: readonly NamedRule[] = RULES.filter(({ canRecommend }) => canRecommend);

/** Returns an example of a value, which differs from the default where that is possible. */
export function exampleOf({ kind, default: value, sharedDefault }: NamedRule): unknown {
  if (kind.type === 'boolean') return value !== true;
  if (kind.type === 'integer') return sharedDefault ?? kind.min;
  if (kind.type === 'choice') return Object.keys(kind.choices).find((word) => word !== value);
  return kind.type === 'list' ? [kind.example] : kind.example;
}

/** Returns the words of a choice with their meanings. */
export function choicesOf(kind: PolicyKind): [word: string, meaning: string][] {
  return kind.type === 'choice' ? Object.entries(kind.choices) : [];
}
