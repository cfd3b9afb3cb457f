import { describe, expect, it } from 'vitest';
import { appMenu, nearestZoom, nextZoom, type MenuAccounts, type MenuEntry } from './app-menu.ts';
import { createCrashGuard } from './crash-guard.ts';
import { headersDown, headersUp, ownHeaders } from './forward.ts';
import { externalUrl, isAppUrl } from './navigation.ts';
import { createToasts, IN_CALL_TOAST, KEYCHAIN_TOAST } from './toasts.ts';
import { readSettings, withoutMember } from './settings.ts';
import { spellCheckerOf } from './spell-checker.ts';
import { placeWindow } from './window-state.ts';

describe('settings', () => {
  it('reads each valid field and names each invalid one', () => {
    const { settings, bad } = readSettings({
      serverUrl: 'https://lyceum.example.org',
      zoomFactor: 99,
      window: 'left',
      captureChoices: { 'https://lyceum.example.org u1': { camera: 'perhaps', microphone: null } },
      future: 1,
    });
    expect(settings).toMatchObject({
      serverUrl: 'https://lyceum.example.org',
      zoomFactor: 1,
      window: null,
      captureChoices: {},
    });
    expect(bad).toEqual(['window', 'zoomFactor', 'captureChoices']);
  });
  it.each(['http://lyceum.localhost:4000', 'http://lyceum.example.org', 'https://lyceum.example.org/home', 'nonsense'])(
    'do not accept the server %s',
    (serverUrl) =>
      expect(readSettings({ serverUrl })).toMatchObject({ settings: { serverUrl: null }, bad: ['serverUrl'] }),
  );
});

describe('a settings file', () => {
  const own = ({
    settings: { closeBehaviour, startAtLogin, notificationPreview, isLoginItemSet },
  }: ReturnType<typeof readSettings>) => ({ closeBehaviour, startAtLogin, notificationPreview, isLoginItemSet });
  const unset = { closeBehaviour: null, startAtLogin: null, notificationPreview: null, isLoginItemSet: false };

  it.each<[string, object, object]>([
    ['that is new', {}, unset],
    ['of form 1 with the defaults', { closeBehaviour: 'tray', startAtLogin: false }, unset],
    [
      'of form 1 with choices',
      { closeBehaviour: 'quit', startAtLogin: true },
      { ...unset, closeBehaviour: 'quit', startAtLogin: true, isLoginItemSet: true },
    ],
    [
      'of form 2 with the defaults as choices',
      { format: 2, closeBehaviour: 'tray', startAtLogin: false, notificationPreview: 'full' },
      { ...unset, closeBehaviour: 'tray', startAtLogin: false, notificationPreview: 'full' },
    ],
    ['of form 2 without choices', { format: 2, closeBehaviour: null, startAtLogin: null }, unset],
  ])('%s', (_name, file, expected) => {
    const read = readSettings(file as Record<string, unknown>);
    expect(read.bad).toEqual([]);
    expect(own(read)).toEqual(expected);
    // What is written is read as it is.
    expect(readSettings(read.settings)).toEqual(read);
  });
});

describe('safe mode', () => {
  it('has the default settings with the same server', () => {
    const { settings } = readSettings({
      serverUrl: 'https://lyceum.example.org',
      zoomFactor: 2,
      startAtLogin: true,
      spelling: { isOn: false, languages: ['de'] },
    });
    expect(settings).toMatchObject({ zoomFactor: 2, startAtLogin: true, spelling: { isOn: false } });
    expect(withoutMember(settings)).toMatchObject({
      serverUrl: 'https://lyceum.example.org',
      zoomFactor: 1,
      window: null,
      spelling: { isOn: true, languages: [] },
    });
  });
});

describe('window', () => {
  const display = { x: 0, y: 0, width: 1920, height: 1080 };
  it.each([
    ['the first time', null, { x: 320, y: 140, width: 1280, height: 800 }],
    ['where it was', { x: 50, y: 60, width: 1000, height: 700 }, { x: 50, y: 60, width: 1000, height: 700 }],
    [
      'its display has gone',
      { x: 4000, y: 60, width: 1000, height: 700 },
      { x: 320, y: 140, width: 1280, height: 800 },
    ],
    [
      'its title is above the display',
      { x: 50, y: -40, width: 1000, height: 700 },
      { x: 50, y: 0, width: 1000, height: 700 },
    ],
    ['larger than the display', { x: 0, y: 0, width: 5000, height: 4000 }, { x: 0, y: 0, width: 1920, height: 1080 }],
    ['too small to use', { x: 10, y: 10, width: 20, height: 20 }, { x: 320, y: 140, width: 1280, height: 800 }],
  ])('opens: %s', (_case, saved, placed) => {
    expect(placeWindow(saved, [display])).toEqual(placed);
  });
  it('opens on a second display to the left', () => {
    const left = { x: -1920, y: 0, width: 1920, height: 1080 };
    expect(placeWindow({ x: -1500, y: 100, width: 1000, height: 700 }, [display, left])).toMatchObject({ x: -1500 });
  });
});

describe('crashes', () => {
  it('reloads three times within 5 minutes with growing delays, then shows the crash page', () => {
    let now = 0;
    const after = createCrashGuard(() => now);
    expect([after(), after(), after(), after()]).toEqual([
      { kind: 'reload', delayMs: 0 },
      { kind: 'reload', delayMs: 1_000 },
      { kind: 'reload', delayMs: 2_000 },
      { kind: 'crash-page' },
    ]);
    now += 1;
    expect(after()).toEqual({ kind: 'reload', delayMs: 0 });
    now += 300_001;
    expect(after()).toEqual({ kind: 'reload', delayMs: 0 });
  });
});

describe('navigation', () => {
  it.each([
    ['app://lyceum/home', true],
    ['app://lyceum', true],
    ['app://evil/home', false],
    ['https://lyceum/', false],
    ['app://lyceum.evil/', false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('%s is the app: %s', (url, isApp) => expect(isAppUrl(url)).toBe(isApp));
  it.each([
    ['https://example.org/a?b', 'https://example.org/a?b'],
    ['mailto:maya@example.org', 'mailto:maya@example.org'],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['smb://host/share', null],
    ['https://user:pw@example.org/', null],
    ['ms-msdt:/id', null],
  ])('%s opens in the browser as %s', (url, opened) => expect(externalUrl(url)).toBe(opened));
});

describe('spelling', () => {
  it.each([
    ['win32', null, { isEnabled: false, dictionaryUrl: 'https://dictionaries.invalid/' }],
    ['linux', null, { isEnabled: false, dictionaryUrl: 'https://dictionaries.invalid/' }],
    ['linux', 'https://school.example/words', { isEnabled: true, dictionaryUrl: 'https://school.example/words/' }],
    ['win32', 'https://school.example/words/', { isEnabled: true, dictionaryUrl: 'https://school.example/words/' }],
    ['darwin', null, { isEnabled: true, dictionaryUrl: null }],
  ] as const)('on %s with dictionaries at %s', (platform, dictionaryUrl, expected) => {
    expect(spellCheckerOf(platform, dictionaryUrl)).toEqual(expected);
  });
});

describe('headers', () => {
  it('are sent to the server without cookies, the page’s origin and a version', () => {
    const up = headersUp(
      new Headers({
        Cookie: 'sid=x',
        Origin: 'https://evil.example',
        Host: 'x',
        'Sec-Fetch-Site': 'same-origin',
        'CSRF-Token': 't',
        Range: 'bytes=0-9',
        'Upload-Offset': '0',
        'Lyceum-Client': '99.0.0',
      }),
    );
    expect(Object.fromEntries(up)).toEqual({
      'csrf-token': 't',
      range: 'bytes=0-9',
      'upload-offset': '0',
    });
  });
  it('of main are the origin of the server and the version of the client', () => {
    expect(ownHeaders('https://lyceum.example:8443/api/user?x=1', '0.1.0')).toEqual({
      Origin: 'https://lyceum.example:8443',
      'lyceum-client': '0.1.0',
    });
  });
  it('are returned without cookies, and with a length only when the body was not decoded', () => {
    const encoded = headersDown(
      new Headers({ 'Set-Cookie': 'sid=x', 'Content-Encoding': 'br', 'Content-Length': '10', ETag: '"1"' }),
    );
    expect(encoded.has('set-cookie')).toBe(false);
    expect(encoded.has('content-length')).toBe(false);
    expect(encoded.get('etag')).toBe('"1"');
    expect(headersDown(new Headers({ 'Content-Length': '10' })).get('content-length')).toBe('10');
  });
  it('are returned with a policy that runs no code, even for a page of the server', () => {
    const page = headersDown(
      new Headers({
        'Content-Type': 'text/html',
        'Content-Security-Policy': "default-src *; script-src 'unsafe-inline'",
      }),
    );
    expect(page.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(page.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('menu', () => {
  const done: string[] = [];
  const note =
    (name: string) =>
    (what = ''): void =>
      void done.push(`${name} ${what}`.trim());
  const actions = {
    navigate: note('navigate'),
    zoom: note('zoom'),
    go: note('go'),
    openDiagnostics: note('diagnostics'),
    restartInSafeMode: note('safe mode'),
  };
  const accounts: MenuAccounts = {
    list: [
      { id: 'ben', fullName: 'Ben Okri', isCurrent: true },
      { id: 'cat', fullName: 'Cat & Co.', isCurrent: false },
    ],
    show: (id) => void done.push(`account ${id}`),
    add: note('add account'),
  };
  const flatten = (entries: MenuEntry[]): MenuEntry[] =>
    entries.flatMap((entry) => [entry, ...flatten(entry.submenu ?? [])]);
  it.each<[NodeJS.Platform, string]>([
    ['darwin', 'Lyceum'],
    ['win32', '&File'],
    ['linux', '&File'],
  ])('on %s starts with %s and can quit', (platform, first) => {
    const menu = appMenu({ platform, hasDevTools: false, role: 'student', accounts, actions });
    expect(menu[0]?.label).toBe(first);
    expect(flatten(menu).some(({ role }) => role === 'quit')).toBe(true);
    expect(flatten(menu).some(({ role }) => role === 'toggleDevTools')).toBe(false);
  });
  it.each<NodeJS.Platform>(['darwin', 'win32', 'linux'])(
    'on %s has each action once and each shortcut once',
    (platform) => {
      done.splice(0);
      const entries = flatten(appMenu({ platform, hasDevTools: false, role: 'student', accounts, actions }));
      for (const { click } of entries) click?.();
      expect(done.toSorted()).toEqual(
        [
          'account ben',
          'account cat',
          'add account',
          'diagnostics',
          'go back',
          'go forward',
          'navigate /chat',
          'navigate /connections',
          'navigate /courses',
          'navigate /help',
          'navigate /help?article=keyboard',
          'navigate /home',
          'navigate /library',
          'navigate /settings',
          'safe mode',
          'zoom in',
          'zoom out',
          'zoom reset',
        ].toSorted(),
      );
      const shortcuts = entries.flatMap(({ accelerator }) => accelerator ?? []);
      expect(new Set(shortcuts).size).toBe(shortcuts.length);
      expect(
        entries.every(({ label, role, type }) => label !== undefined || role !== undefined || type !== undefined),
      ).toBe(true);
    },
  );
  it.each<[NodeJS.Platform, string]>([
    ['darwin', 'Cmd+Alt'],
    ['win32', 'Ctrl+Shift'],
    ['linux', 'Ctrl+Shift'],
  ])('on %s lists the accounts in the first menu, with a check mark and %s with a digit', (platform, keys) => {
    const entriesOf = (given: MenuAccounts | null) =>
      appMenu({ platform, hasDevTools: false, role: 'student', accounts: given, actions })[0]?.submenu ?? [];
    const entries = entriesOf(accounts);
    const rows = entries.filter(({ type }) => type === 'checkbox');
    expect(rows.map(({ label, checked, accelerator }) => [label, checked, accelerator])).toEqual([
      ['Ben Okri', true, `${keys}+1`],
      ['Cat && Co.', false, `${keys}+2`],
    ]);
    expect(entries.find(({ label }) => label === 'Add account…')?.enabled).toBe(true);
    const list = Array.from({ length: 10 }, (_, index) => ({ id: `a${index}`, fullName: 'Ana', isCurrent: false }));
    const many = entriesOf({ ...accounts, list });
    const shortcuts = many.flatMap(({ type, accelerator }) => (type === 'checkbox' ? [accelerator] : []));
    expect(shortcuts.slice(8)).toEqual([`${keys}+9`, undefined]);
    // The window shows the page to log in.
    expect(many.find(({ label }) => label === 'Add account…')?.enabled).toBe(false);
    expect(entriesOf(null).some(({ type, label }) => type === 'checkbox' || label === 'Add account…')).toBe(false);
  });
  it('leads creators only to pages that they have', () => {
    done.splice(0);
    for (const { click } of flatten(
      appMenu({ platform: 'linux', hasDevTools: false, role: 'creator', accounts: null, actions }),
    ))
      click?.();
    const paths = done.flatMap((entry) => (entry.startsWith('navigate ') ? entry.slice('navigate '.length) : []));
    expect(paths.every((path) => /^\/(?:library|help)(?:\?|$)/.test(path))).toBe(true);
    expect(paths).toContain('/library?settings=account');
  });
  it('finds the closest step of a zoom factor', () => {
    expect([nearestZoom(1.02), nearestZoom(0.1), nearestZoom(2.4), nearestZoom(9)]).toEqual([1, 0.5, 2.5, 3]);
  });
  it('zooms in steps and stops at the ends', () => {
    expect([
      nextZoom(1, 'in'),
      nextZoom(1, 'out'),
      nextZoom(3, 'in'),
      nextZoom(0.5, 'out'),
      nextZoom(1.5, 'reset'),
    ]).toEqual([1.1, 0.9, 3, 0.5, 1]);
  });
});

describe('toasts', () => {
  it('are queued until a page takes them, then sent at once, and queued again without a page', () => {
    const sent: unknown[] = [];
    const toasts = createToasts((toast) => sent.push(toast));
    toasts.publish(KEYCHAIN_TOAST);
    expect(toasts.take()).toEqual([KEYCHAIN_TOAST]);
    expect(toasts.take()).toEqual([]);
    toasts.publish(KEYCHAIN_TOAST);
    expect(sent).toEqual([KEYCHAIN_TOAST]);
    toasts.onPageGone();
    toasts.publish(IN_CALL_TOAST);
    expect(sent).toHaveLength(1);
    expect(toasts.take()).toEqual([IN_CALL_TOAST]);
  });
});
