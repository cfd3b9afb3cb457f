import type { PolicyLayer } from './policy.ts';
import { POLICY_KEYS, POLICY_NAMES } from './policy-keys.ts';

/** Reads values of the preferences of macOS; a missing one is an empty text, list or dictionary. */
export interface UserDefaultsPort {
  text(key: string): string;
  list(key: string): unknown[];
  dictionary(key: string): Record<string, unknown>;
}

const PLACE = 'org.lyceum.desktop';
/** Dictionary with the keys of a profile that are recommendations. */
const RECOMMENDED = 'Recommended';

/**
 * Reads the managed preferences of macOS. A value of a profile always replaces what the user has set with `defaults`.
 * Scalars are read as texts, because a missing boolean or number is indistinguishable from false or 0.
 */
export function readUserDefaults(defaults: UserDefaultsPort): PolicyLayer[] {
  const values: Record<string, unknown> = {};
  for (const key of POLICY_NAMES) {
    const isList = POLICY_KEYS[key].kind.type === 'list';
    const value = isList ? defaults.list(key) : defaults.text(key);
    if (value.length > 0) values[key] = value;
  }
  const recommended = defaults.dictionary(RECOMMENDED);
  const layers: PolicyLayer[] = [
    { source: 'device', place: PLACE, values },
    { source: 'recommended', place: `${PLACE} ${RECOMMENDED}`, values: recommended },
  ];
  return layers.filter((layer) => Object.keys(layer.values).length > 0);
}
