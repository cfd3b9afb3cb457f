import { describe, expect, it, vi } from 'vitest';
import { boxBounds } from './call-box-bounds.ts';
import { NO_ALERTS, type AlertState } from './call-alert-state.ts';
import { indicatorsOf, TRAY_STATES, type IndicatorConditions } from './call-indicators.ts';
import { callToastXml, readCallActivation } from './call-toast.ts';
import { hasTray, trayImageOf } from './tray-images.ts';
import { trayMenu, type TrayActions, type TrayEntry } from './tray-menu.ts';

const CALL_ID = '0199a0c4-0000-7000-8000-000000000001';
const CALL = {
  callId: CALL_ID,
  peer: { id: 'ana', name: 'Ana Ruiz', photo: null },
  callType: 'video',
  role: 'callee',
  isMuted: false,
  isSharing: false,
} as const;
const MISSED = { callId: 'c0', peer: { id: 'tom', name: 'Tom & Co', photo: null }, callType: 'voice' } as const;
const AWAY: IndicatorConditions = { link: 'live', unread: 0, isQuiet: false, isWindowFocused: false };
const ringing: AlertState = { ...NO_ALERTS, phase: 'ringing', call: CALL };
const talking: AlertState = { ...NO_ALERTS, phase: 'in-call', call: CALL };
const missed: AlertState = { ...NO_ALERTS, phase: 'missed', missed: [MISSED], hasNewMissed: true };

describe('tray', () => {
  it.each<[(typeof TRAY_STATES)[number], AlertState, Partial<IndicatorConditions>, string]>([
    ['signed-out', NO_ALERTS, { link: 'off' }, 'Lyceum – Not signed in'],
    ['offline', NO_ALERTS, { link: 'paused' }, 'Lyceum – Offline'],
    ['offline', missed, { link: 'connecting', unread: 3 }, 'Lyceum – Offline'],
    ['normal', NO_ALERTS, {}, 'Lyceum'],
    ['normal', NO_ALERTS, { isQuiet: true }, 'Lyceum – Do not disturb'],
    ['unread', NO_ALERTS, { unread: 3 }, 'Lyceum – 3 unread'],
    ['missed-call', missed, { unread: 3 }, 'Lyceum – Missed call from Tom & Co'],
    ['ringing', ringing, { unread: 3 }, 'Lyceum – Ana Ruiz is calling you'],
    ['in-call', talking, { link: 'paused' }, 'Lyceum – In a call with Ana Ruiz'],
    [
      'in-call',
      { ...talking, call: { ...CALL, isSharing: true } },
      {},
      'Lyceum – Sharing your screen – In a call with Ana Ruiz',
    ],
    ['in-call-muted', { ...talking, call: { ...CALL, isMuted: true } }, {}, 'Lyceum – In a call with Ana Ruiz, muted'],
  ])('shows %s', (tray, state, conditions, tooltip) => {
    expect(indicatorsOf(state, { ...AWAY, ...conditions })).toMatchObject({ tray, tooltip });
  });

  it('has an image for each state and theme; macOS colours its own', () => {
    expect(trayImageOf('in-call-muted', { platform: 'win32', isDark: true })).toBe('in-call-muted-dark.ico');
    expect(trayImageOf('normal', { platform: 'linux', isDark: false })).toBe('normal-light.png');
    expect(trayImageOf('ringing', { platform: 'darwin', isDark: true })).toBe('ringingTemplate.png');
  });

  it.each([
    ['win32', undefined, true],
    ['darwin', undefined, true],
    ['linux', 'KDE', true],
    ['linux', undefined, true],
    ['linux', 'ubuntu:GNOME', true],
    ['linux', 'GNOME', false],
  ])('on %s with the desktop %s: %s', (platform, desktop, expected) => {
    expect(hasTray(platform, desktop)).toBe(expected);
  });
});

describe('indicators of a ringing call', () => {
  it.each<[string, Partial<IndicatorConditions>, boolean[]]>([
    ['box, notification and flashing', {}, [true, true, true]],
    ['only the page while its window has the focus', { isWindowFocused: true }, [false, false, false]],
    ['only the box while the member does not want to be disturbed', { isQuiet: true }, [true, false, false]],
  ])('%s', (_name, conditions, expected) => {
    const { box, notification, isFlashing } = indicatorsOf(ringing, { ...AWAY, ...conditions });
    expect([box !== null, notification !== null, isFlashing]).toEqual(expected);
  });

  it.each([
    ['voice', 'prevent-app-suspension'],
    ['video', 'prevent-display-sleep'],
  ] as const)('a %s call keeps the system awake after the answer', (callType, awake) => {
    expect(indicatorsOf(ringing, AWAY).awake).toBeNull();
    expect(indicatorsOf({ ...talking, call: { ...CALL, callType } }, AWAY).awake).toBe(awake);
  });

  it('places the box in a corner of the display', () => {
    const area = { x: 100, y: 50, width: 1000, height: 800 };
    expect(boxBounds(area, { height: 200, isAtTop: true })).toEqual({ x: 704, y: 66, width: 380, height: 200 });
    expect(boxBounds(area, { height: 200, isAtTop: false })).toEqual({ x: 704, y: 634, width: 380, height: 200 });
  });
});

describe('menu of the tray', () => {
  const actions = {
    answer: vi.fn(),
    decline: vi.fn(),
    control: vi.fn(),
    callBack: vi.fn(),
    choosePresence: vi.fn(),
    setQuiet: vi.fn(),
    open: vi.fn(),
    quit: vi.fn(),
  } satisfies TrayActions;
  const menuOf = (state: AlertState, isSignedIn = true): TrayEntry[] =>
    trayMenu(state, { isSignedIn, presence: 'automatic', isQuiet: false }, actions);
  const labels = (menu: TrayEntry[]): (string | undefined)[] =>
    menu.map(({ type, label }) => (type === 'separator' ? '-' : label));
  const STATUS = ['-', 'Status', 'Do not disturb', '-', 'Open Lyceum', 'Quit'];

  it.each<[string, AlertState, (string | undefined)[]]>([
    ['a video call', ringing, ['Answer Ana Ruiz with video', 'Answer Ana Ruiz with voice', 'Decline', ...STATUS]],
    ['a voice call', { ...ringing, call: { ...CALL, callType: 'voice' } }, ['Answer Ana Ruiz', 'Decline', ...STATUS]],
    ['a call that goes on', talking, ['Mute', 'Hang up (Ana Ruiz)', ...STATUS]],
    [
      'a shared screen',
      { ...talking, call: { ...CALL, isSharing: true } },
      ['Mute', 'Stop sharing your screen', 'Hang up (Ana Ruiz)', ...STATUS],
    ],
    ['a missed call', missed, ['Missed call: Tom && Co', ...STATUS]],
    ['no call', NO_ALERTS, STATUS.slice(1)],
  ])('begins with %s', (_name, state, expected) => expect(labels(menuOf(state))).toEqual(expected));

  it('acts', () => {
    for (const entry of menuOf(ringing).slice(0, 3)) entry.click?.();
    expect(actions.answer.mock.calls).toEqual([
      [CALL_ID, true],
      [CALL_ID, false],
    ]);
    expect(actions.decline).toHaveBeenCalledExactlyOnceWith(CALL_ID);
    for (const entry of menuOf(talking).slice(0, 2)) entry.click?.();
    expect(actions.control.mock.calls).toEqual([['toggle-mute'], ['hang-up']]);
    menuOf(missed)[0]?.submenu?.[0]?.click?.();
    expect(actions.callBack).toHaveBeenCalledExactlyOnceWith('c0');
    const [status, quiet] = menuOf(NO_ALERTS);
    for (const entry of status?.submenu ?? []) entry.click?.();
    expect(actions.choosePresence.mock.calls).toEqual([['automatic'], ['away']]);
    quiet?.click?.();
    expect(actions.setQuiet).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('has no status without a signed-in member, and shortens a long name', () => {
    expect(labels(menuOf(NO_ALERTS, false))).toEqual(['Open Lyceum', 'Quit']);
    const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3);
    const [entry] = menuOf({ ...talking, phase: 'ringing', call: { ...CALL, peer: { ...CALL.peer, name } } });
    expect(entry?.label?.length).toBeLessThan(70);
  });
});

describe('notification of a call on Windows', () => {
  const view = { ...CALL, peer: { ...CALL.peer, name: `Ana "A" <&> Ruiz\u0007` }, isQuiet: false };
  const xml = callToastXml(view);
  const args = [...xml.matchAll(/(?:launch|arguments)="([^"]*)"/g)].map(([, text = '']) =>
    text.replaceAll('&amp;', '&'),
  );

  it('stays until it is answered, and contains names as text', () => {
    expect(xml).toContain('scenario="incomingCall"');
    expect(xml).toContain('<text>Ana &quot;A&quot; &lt;&amp;&gt; Ruiz is calling you</text>');
    expect(args).toHaveLength(3);
  });

  it('names the call in its arguments', () => {
    const read = (index: number) => readCallActivation({ type: 'action', arguments: args[index] ?? '' });
    expect(read(0)).toEqual({ callId: CALL_ID, button: null });
    expect(read(1)).toEqual({ callId: CALL_ID, button: 'answer' });
    expect(read(2)).toEqual({ callId: CALL_ID, button: 'decline' });
  });

  it.each(['', 'type=click&tag=11575876717883772928', 'type=click&tag=call-../x', 'type=action&action=0'])(
    'ignores the arguments "%s"',
    (given) => expect(readCallActivation({ type: 'click', arguments: given })).toBeNull(),
  );
});
