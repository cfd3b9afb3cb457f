import { describe, expect, it } from 'vitest';
import { decide, decideCheck, judgedUrl, type CaptureTicket, type PermissionRequest } from './permissions.ts';

const ALL: CaptureTicket = { kinds: ['camera', 'microphone', 'screen'], isGranted: true };
const STARTED: CaptureTicket = { ...ALL, isGranted: false };
const VIDEO_CALL: PermissionRequest = {
  permission: 'media',
  url: 'app://lyceum/chat',
  isMainFrame: true,
  mediaTypes: ['audio', 'video'],
  ticket: ALL,
  policy: { camera: 'ask', microphone: 'ask', screenShare: 'ask' },
  remembered: { camera: null, microphone: null },
};
const allow = { type: 'allow' };
const deny = (why: string) => ({ type: 'deny', why });
const policy = (change: Partial<PermissionRequest['policy']>) => ({ policy: { ...VIDEO_CALL.policy, ...change } });
const remembered = (change: Partial<PermissionRequest['remembered']>) => ({
  remembered: { ...VIDEO_CALL.remembered, ...change },
});
const SCREEN = { permission: 'display-capture', mediaTypes: ['video'] };

describe('requests', () => {
  it.each([
    'geolocation',
    'notifications',
    'midi',
    'midiSysex',
    'hid',
    'serial',
    'usb',
    'bluetooth',
    'clipboard-read',
    'openExternal',
    'idle-detection',
    'pointerLock',
    'unknown',
    'something-new',
  ])('%s is denied even to the app', (permission) => {
    expect(decide({ ...VIDEO_CALL, permission })).toEqual(deny('not-allowed'));
  });
  it.each(['clipboard-sanitized-write', 'fullscreen', 'speaker-selection'])(
    '%s is allowed to the main frame of the app only',
    (permission) => {
      const request = { ...VIDEO_CALL, permission, ticket: null };
      expect(decide(request)).toEqual(allow);
      expect(decide({ ...request, isMainFrame: false })).toEqual(deny('not-allowed'));
      expect(decide({ ...request, url: 'https://example.org/' })).toEqual(deny('not-allowed'));
    },
  );
  it.each<[string, Partial<PermissionRequest>, object]>([
    ['granted', {}, allow],
    ['a frame', { isMainFrame: false }, deny('not-allowed')],
    ['another origin', { url: 'https://lyceum.example.org/chat' }, deny('not-allowed')],
    ['a look-alike', { url: 'app://lyceum.evil/chat' }, deny('not-allowed')],
    ['no address', { url: '' }, deny('not-allowed')],
    ['no type', { mediaTypes: [] }, deny('not-allowed')],
    ['types are missing', { mediaTypes: undefined }, deny('not-allowed')],
    ['a type that is unknown', { mediaTypes: ['audio', 'smell'] }, deny('not-allowed')],
    ['a type of the prototype', { mediaTypes: ['constructor'] }, deny('not-allowed')],
    ['no ticket', { ticket: null }, deny('no-ticket')],
    ['a ticket for sound alone', { ticket: { kinds: ['microphone'], isGranted: true } }, deny('no-ticket')],
    ['a ticket for the screen', { ticket: { kinds: ['screen'], isGranted: true } }, deny('no-ticket')],
    ['sound alone', { mediaTypes: ['audio'], ticket: { kinds: ['microphone'], isGranted: true } }, allow],
    ['started', { ticket: STARTED }, { type: 'ask', kinds: ['microphone', 'camera'] }],
    [
      'half remembered',
      { ticket: STARTED, ...remembered({ camera: 'always' }) },
      { type: 'ask', kinds: ['microphone'] },
    ],
    ['remembered', { ticket: STARTED, ...remembered({ camera: 'always', microphone: 'always' }) }, allow],
    ['remembered without a ticket', { ticket: null, ...remembered({ camera: 'always' }) }, deny('no-ticket')],
    ['a device that is never used', remembered({ camera: 'never' }), deny('member')],
    ['never before ask', { ticket: STARTED, ...remembered({ camera: 'never' }) }, deny('member')],
    ['the institution denies', policy({ camera: 'deny' }), deny('institution')],
    [
      'the institution denies what is remembered',
      { ...policy({ microphone: 'deny' }), ...remembered({ microphone: 'always', camera: 'always' }) },
      deny('institution'),
    ],
    ['the institution allows', { ticket: STARTED, ...policy({ camera: 'allow', microphone: 'allow' }) }, allow],
    [
      'never before the institution that allows',
      { ...policy({ camera: 'allow', microphone: 'allow' }), ...remembered({ camera: 'never' }) },
      deny('member'),
    ],
    ['the institution allows without a ticket', { ticket: null, ...policy({ camera: 'allow' }) }, deny('no-ticket')],
  ])('camera and microphone: %s', (_case, change, expected) => {
    expect(decide({ ...VIDEO_CALL, ...change })).toEqual(expected);
  });
  it.each<[string, Partial<PermissionRequest>, object]>([
    ['with a ticket', {}, allow],
    ['before the choice of a source', { ticket: STARTED }, allow],
    ['without a ticket', { ticket: null }, deny('no-ticket')],
    ['with a ticket for devices', { ticket: { kinds: ['camera'], isGranted: true } }, deny('no-ticket')],
    ['with the sound of the computer', { mediaTypes: ['video', 'audio'] }, deny('not-allowed')],
    ['where the institution denies it', policy({ screenShare: 'deny' }), deny('institution')],
    ['whatever is remembered of the camera', remembered({ camera: 'never' }), allow],
  ])('the screen %s', (_case, change, expected) => {
    expect(decide({ ...VIDEO_CALL, ...SCREEN, ...change })).toEqual(expected);
  });
});

it.each([
  ['app://lyceum/chat', 'app://lyceum/', 'app://lyceum/chat'],
  ['app://lyceum/chat', undefined, 'app://lyceum/chat'],
  ['app://lyceum/chat', 'https://evil.example/', 'https://evil.example/'],
  ['app://lyceum/chat', 'null', 'null'],
  ['https://evil.example/', 'app://lyceum/', 'https://evil.example/'],
  [undefined, 'app://lyceum/', ''],
])('a request of %s by %s is judged by %s', (requestingUrl, securityOrigin, expected) => {
  const details = {
    ...(requestingUrl !== undefined && { requestingUrl }),
    ...(securityOrigin !== undefined && { securityOrigin }),
  };
  expect(judgedUrl(details)).toBe(expected);
});

describe('checks', () => {
  const check = (change: Partial<PermissionRequest>) =>
    decideCheck({ ...VIDEO_CALL, mediaTypes: undefined, ...change });
  it.each<[string, Partial<PermissionRequest>, boolean]>([
    ['without a type, of one device', { ticket: { kinds: ['microphone'], isGranted: true } }, true],
    ['of an unknown type', { mediaTypes: ['unknown'] }, true],
    ['of sound', { mediaTypes: ['audio'] }, true],
    [
      'of the camera with a ticket for sound',
      { mediaTypes: ['video'], ticket: { kinds: ['microphone'], isGranted: true } },
      false,
    ],
    ['without a ticket', { ticket: { kinds: [], isGranted: true } }, false],
    ['of a frame', { isMainFrame: false }, false],
    ['of a device that is never used', { mediaTypes: ['video'], ...remembered({ camera: 'never' }) }, false],
    ['of the screen', SCREEN, true],
    ['of the notifications', { permission: 'notifications' }, false],
    ['of the clipboard', { permission: 'clipboard-sanitized-write', ticket: null }, true],
  ])('%s: %s', (_case, change, expected) => expect(check(change)).toBe(expected));
});
