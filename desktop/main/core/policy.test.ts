import { describe, expect, it } from 'vitest';
import type { PolicyKey } from '#shared/bridge/policy.ts';
import { choosableServers, serverOf, suggestedServer } from './policy-server.ts';
import { capturePolicy, managedValues, memberSetting, recommendedChoices } from './managed.ts';
import { mergePolicy, type PolicyLayer, type PolicySource } from './policy.ts';
import { POLICY_KEYS, POLICY_NAMES } from './policy-keys.ts';

const layer = (source: PolicySource, values: Record<string, unknown>, place: string = source): PolicyLayer => ({
  source,
  place,
  values,
});
const sourceOf = (layers: PolicyLayer[], key: PolicyKey): string | undefined =>
  mergePolicy(layers).report.keys.find((entry) => entry.key === key)?.source;

describe('precedence', () => {
  const order = ['device', 'organisation', 'user', 'recommended'] as const;
  const values = { device: 'quit', organisation: 'tray', user: 'quit', recommended: 'tray' } as const;
  // Every set of sources, in an order that is not that of their strength.
  const sets = Array.from({ length: 2 ** order.length }, (_, bits) =>
    order.filter((_source, index) => (bits >> index) % 2 === 1),
  );
  it.each(sets.map((present) => [present.join(', ') || 'nothing', present] as const))(
    'of a key that is set by: %s',
    (_name, present) => {
      const layers = present.toReversed().map((source) => layer(source, { closeBehaviour: values[source] }));
      const strongest = present[0];
      const policy = mergePolicy(layers);
      expect(sourceOf(layers, 'closeBehaviour')).toBe(strongest ?? 'builtIn');
      expect(policy.current.closeBehaviour).toBe(strongest === undefined ? 'tray' : values[strongest]);
      const isManaged = strongest !== undefined && strongest !== 'recommended';
      expect(policy.isManaged('closeBehaviour')).toBe(isManaged);
      expect(policy.view.managed).toEqual(isManaged ? ['closeBehaviour'] : []);
      // The member's own choice is weaker than what is mandatory, and stronger than a recommendation.
      expect(policy.choose('closeBehaviour', 'quit')).toBe(isManaged ? values[strongest] : 'quit');
      expect(policy.choose('closeBehaviour', undefined)).toBe(policy.current.closeBehaviour);
    },
  );

  it('of layers of one source: the first wins, key by key', () => {
    const { current } = mergePolicy([
      layer('device', { calls: false }, 'b.json'),
      layer('device', { calls: true, devTools: true }, 'a.json'),
    ]);
    expect([current.calls, current.devTools]).toEqual([false, true]);
  });
});

describe('a recommendation', () => {
  const recommend = (values: Record<string, unknown>) => mergePolicy([layer('recommended', values)]);
  const force = (values: Record<string, unknown>) =>
    mergePolicy([layer('recommended', { closeBehaviour: 'tray' }), layer('user', values)]);

  it.each<[PolicyKey & ('autoStart' | 'closeBehaviour' | 'notificationPreview'), unknown, unknown]>([
    ['autoStart', true, false],
    ['closeBehaviour', 'quit', 'tray'],
    ['notificationPreview', 'none', 'full'],
  ])('of %s acts until the member chooses, and a mandatory value always', (key, value, own) => {
    const [recommended, forced] = [recommend({ [key]: value }), force({ [key]: value })];
    const stated = { value, isManaged: false, isRecommended: true };
    expect(memberSetting(recommended, key, null)).toEqual(stated);
    expect(memberSetting(recommended, key, own as never)).toEqual({ ...stated, value: own, isRecommended: false });
    for (const chosen of [null, own as never])
      expect(memberSetting(forced, key, chosen)).toEqual({ value, isManaged: true, isRecommended: false });
    expect(memberSetting(mergePolicy([]), key, null)).toEqual({ value: own, isManaged: false, isRecommended: false });
  });

  it.each([
    ['block', 'never'],
    ['allow', 'always'],
    ['ask', null],
  ] as const)('of the devices: %s is the choice %s, which the member can remove, and no rule', (value, choice) => {
    const policy = recommend({ camera: value, microphone: value });
    expect(capturePolicy(policy)).toEqual({ camera: 'ask', microphone: 'ask', screenShare: 'ask' });
    expect(recommendedChoices(policy)).toEqual({ camera: choice, microphone: choice });
    const forced = force({ camera: value, microphone: value });
    const rule = value === 'block' ? 'deny' : value;
    expect(capturePolicy(forced)).toEqual({ camera: rule, microphone: rule, screenShare: 'ask' });
    expect(recommendedChoices(forced)).toEqual({ camera: null, microphone: null });
  });

  it('of the screen does not exist, because members choose what they share each time', () => {
    const policy = recommend({ screenShare: 'block' });
    expect(capturePolicy(policy).screenShare).toBe('ask');
    expect(policy.report.problems.map(({ key }) => key)).toEqual(['screenShare']);
    expect(capturePolicy(force({ screenShare: 'block' })).screenShare).toBe('deny');
  });

  it('of the start without a window acts, because members have no such setting', () => {
    expect(managedValues(recommend({ startHidden: true })).startHidden).toBe(true);
    expect(managedValues(mergePolicy([])).startHidden).toBeNull();
  });

  it('opens no device where calls are turned off', () => {
    const off = { camera: 'deny', microphone: 'deny', screenShare: 'deny' };
    expect(capturePolicy(force({ calls: false }))).toEqual(off);
  });
});

describe('a bad key', () => {
  it('is skipped and reported alone, and a weaker valid value is used', () => {
    const policy = mergePolicy([
      layer('device', { camera: 'never', microphone: 'block', colour: 'red', serverUrl: 'http://example.org' }),
      layer('user', { camera: 'block' }),
      layer('recommended', { devTools: true, autoStart: true }),
    ]);
    expect(policy.current).toMatchObject({ camera: 'block', microphone: 'block', devTools: false, autoStart: true });
    expect(policy.current.serverUrl).toBeNull();
    expect(policy.report.problems).toEqual([
      { place: 'device', key: 'camera', reason: 'The value is not one of `ask`, `allow`, `block`.' },
      { place: 'device', key: 'colour', reason: 'There is no such key.' },
      { place: 'device', key: 'serverUrl', reason: expect.stringContaining('The value is not an address') },
      { place: 'recommended', key: 'devTools', reason: 'This key cannot be recommended.' },
    ]);
  });
  it('is no name of an inherited property', () => {
    const { report } = mergePolicy([layer('device', { constructor: 1, updates: 'toString' })]);
    expect(report.problems.map(({ key }) => key)).toEqual(['constructor', 'updates']);
  });
  it.each<[PolicyKey, unknown, unknown]>([
    ['calls', 0, false],
    ['calls', '1', true],
    ['calls', 'true', true],
    ['calls', 2, true],
    ['calls', null, true],
    ['signOutOnIdleMinutes', '15', 15],
    ['signOutOnIdleMinutes', 15, 15],
    ['signOutOnIdleMinutes', 1.5, 0],
    ['signOutOnIdleMinutes', -1, 0],
    ['signOutOnIdleMinutes', 1_441, 0],
    ['signOutOnIdleMinutes', '', 0],
    [
      'allowedServers',
      ['https://a.example', 'https://b.example:8443'],
      ['https://a.example', 'https://b.example:8443'],
    ],
    ['allowedServers', ['https://a.example', 'b.example'], []],
    ['allowedServers', 'https://a.example', []],
    ['allowedServers', Array.from({ length: 101 }, () => 'https://a.example'), []],
    ['proxy', 'direct', 'direct'],
    ['proxy', 'http://proxy.example:3128', 'http://proxy.example:3128'],
    ['proxy', 'pac+https://example.org/proxy.pac', 'pac+https://example.org/proxy.pac'],
    ['proxy', 'pac+http://example.org/proxy.pac', 'system'],
    ['proxy', 'http://user:secret@proxy.example:3128', 'system'],
    ['spellcheckDictionaryUrl', 'http://example.org/', null],
    ['serverUrl', 'https://example.org/path', null],
  ])('or value: %s = %j is %j', (key, stored, expected) => {
    expect(mergePolicy([layer('device', { [key]: stored })]).current[key]).toEqual(expected);
  });
});

describe('a shared computer', () => {
  it('signs out when locked and idle unless the policy says otherwise, and always quits with its window', () => {
    const shared = { sharedComputer: true };
    expect(mergePolicy([layer('device', shared)]).current).toMatchObject({
      signOutOnLock: true,
      signOutOnIdleMinutes: 10,
      closeBehaviour: 'quit',
    });
    const own = { ...shared, signOutOnLock: false, signOutOnIdleMinutes: 3, closeBehaviour: 'tray' };
    expect(mergePolicy([layer('device', own)]).current).toMatchObject({
      signOutOnLock: false,
      signOutOnIdleMinutes: 3,
      closeBehaviour: 'quit',
    });
    expect(sourceOf([layer('device', shared)], 'closeBehaviour')).toBe('sharedComputer');
    expect(mergePolicy([]).current).toMatchObject({ signOutOnLock: false, signOutOnIdleMinutes: 0 });
  });
});

describe('the server', () => {
  const allowed = layer('device', { allowedServers: ['https://a.example', 'https://b.example'] });
  it.each<[string, PolicyLayer[], string | null, string | null]>([
    ['stored', [], 'https://x.example', 'https://x.example'],
    ['not chosen', [], null, null],
    ['forced', [layer('device', { serverUrl: 'https://a.example' })], 'https://x.example', 'https://a.example'],
    ['recommended', [layer('recommended', { serverUrl: 'https://a.example' })], null, null],
    ['stored and allowed', [allowed], 'https://b.example', 'https://b.example'],
    ['stored and no longer allowed', [allowed], 'https://x.example', null],
  ])('that is %s', (_name, layers, stored, expected) => {
    expect(serverOf(mergePolicy(layers), stored)).toBe(expected);
  });
  it('that can be chosen, and the one that is suggested', () => {
    const forced = layer('device', { serverUrl: 'https://a.example' });
    expect(choosableServers(mergePolicy([forced, allowed]))).toEqual(['https://a.example']);
    expect(choosableServers(mergePolicy([allowed]))).toEqual(['https://a.example', 'https://b.example']);
    expect(choosableServers(mergePolicy([]))).toEqual([]);
    const recommended = layer('recommended', { serverUrl: 'https://r.example' });
    expect(suggestedServer(mergePolicy([recommended, allowed]), 'https://env.example')).toBe('https://r.example');
    expect(suggestedServer(mergePolicy([allowed]), '')).toBe('https://a.example');
    expect(suggestedServer(mergePolicy([]), 'https://env.example')).toBe('https://env.example');
  });
});

it('every default is a valid value or means that nothing is set', () => {
  for (const key of POLICY_NAMES) {
    const value = POLICY_KEYS[key].default;
    if (value !== null) expect(mergePolicy([layer('device', { [key]: value })]).report.problems, key).toEqual([]);
  }
});
