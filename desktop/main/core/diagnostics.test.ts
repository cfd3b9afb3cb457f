import { expect, it } from 'vitest';
import { diagnosticsSections, redactReport, reportText, type DiagnosticsFacts, permissionRows } from './diagnostics.ts';

const FACTS: DiagnosticsFacts = {
  versions: { Lyceum: '0.1.0', Electron: '45.4.1' },
  policy: { entries: [], problems: [] },
  permissions: { Camera: 'Ask' },
  notifications: { Supported: true, 'Do not disturb': false },
  keychain: 'unavailable',
  server: { Address: 'lyceum.example.org', Reachable: true, 'Response time': '12 ms', Missing: undefined, Proxy: null },
  displays: [
    { width: 1920, height: 1080, scaleFactor: 1.25, isPrimary: true },
    { width: 800, height: 600, scaleFactor: 1, isPrimary: false },
  ],
  graphics: { gpu_compositing: 'enabled' },
  settings: { Zoom: '100 %' },
};

it('has a section for each part, in words', () => {
  const sections = diagnosticsSections(FACTS);
  expect(sections.map(({ title }) => title)).toEqual([
    'Versions',
    'Server',
    'Policy',
    'Permissions',
    'Notifications',
    'Keychain',
    'Settings',
    'Displays',
    'Graphics',
  ]);
  const rows = Object.fromEntries(sections.map(({ title, rows: all }) => [title, all]));
  expect(rows['Server']).toEqual([
    { name: 'Address', value: 'lyceum.example.org' },
    { name: 'Reachable', value: 'Yes' },
    { name: 'Response time', value: '12 ms' },
    { name: 'Proxy', value: 'None' },
  ]);
  expect(rows['Policy']).toEqual([{ name: 'Policy', value: 'No policy' }]);
  expect(rows['Displays']).toEqual([
    { name: 'Display 1 (main)', value: '1920 × 1080 at 125 %' },
    { name: 'Display 2', value: '800 × 600 at 100 %' },
  ]);
});

it('lists each key of the policy with its source, and what was skipped', () => {
  const [policy] = diagnosticsSections({
    ...FACTS,
    policy: { entries: [{ key: 'downloads', value: 'deny', source: 'device' }], problems: ['colour: unknown key'] },
  }).filter(({ title }) => title === 'Policy');
  expect(policy?.rows).toEqual([
    { name: 'downloads', value: 'deny (device)' },
    { name: 'Skipped', value: 'colour: unknown key' },
  ]);
});

it('contains no token, wherever it was', () => {
  const token = 's:AbCdEfGh.IjKlMnOp';
  const bare = 'abcdefghijklmnop';
  const text = `${token} ${encodeURIComponent(token)} ${bare} sid=${token}`;
  const planted: DiagnosticsFacts = {
    ...FACTS,
    versions: { [text]: text },
    server: { Address: `https://${bare}@lyceum.example.org/?token=${token}` },
    policy: { entries: [{ key: text, value: text, source: text }], problems: [text] },
    permissions: { Camera: text },
    notifications: { Supported: text },
    settings: { Folder: `/home/ana/${text}` },
    graphics: { [text]: text },
  };
  const report = redactReport(
    {
      createdAt: '2026-11-23T10:00:00Z',
      sections: [...diagnosticsSections(planted), { title: text, rows: [{ name: text, value: text }] }],
      log: `${text}\n${text}`,
    },
    [token, bare],
  );
  for (const file of [JSON.stringify(report), reportText(report)]) {
    for (const secret of [token, encodeURIComponent(token), bare, 'ana']) expect(file).not.toContain(secret);
    expect(file).toContain('lyceum.example.org');
  }
});

it('is a readable text', () => {
  const report = { createdAt: '2026-11-23T10:00:00Z', sections: diagnosticsSections(FACTS).slice(0, 1), log: 'a line' };
  expect(reportText(report)).toBe(
    'Lyceum diagnostics, 2026-11-23T10:00:00Z\n\nVersions\n  Lyceum: 0.1.0\n  Electron: 45.4.1\n\nLog\na line\n\n',
  );
});

it('lists who decides about camera, microphone and screen', () => {
  const camera = { rule: 'ask', choice: 'always', isRecommended: false, system: 'granted', isAllowed: true } as const;
  const microphone = { rule: 'deny', choice: null, isRecommended: false, system: 'denied', isAllowed: false } as const;
  expect(permissionRows({ camera, microphone, screenShare: 'ask', hasSystemSettings: false })).toEqual({
    Camera: 'policy: ask, remembered: always, system: granted',
    Microphone: 'policy: deny, remembered: none, system: denied',
    'Sharing the screen': 'policy: ask',
  });
});
