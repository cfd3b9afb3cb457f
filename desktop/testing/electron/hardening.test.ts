import { expect, it } from 'vitest';
import { assertHardened } from './hardening.ts';

const HARDENED: Electron.WebPreferences = {
  session: {} as Electron.Session,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
};

it('accepts a hardened window', () => {
  expect(() => assertHardened(HARDENED)).not.toThrow();
});

it.each([
  ['sandbox', { sandbox: false }],
  ['contextIsolation', { contextIsolation: false }],
  ['nodeIntegration', { nodeIntegration: true }],
  ['webSecurity', { webSecurity: false }],
  ['webviewTag', { webviewTag: true }],
  ['allowRunningInsecureContent', { allowRunningInsecureContent: true }],
  ['experimentalFeatures', { experimentalFeatures: true }],
  ['enableBlinkFeatures', { enableBlinkFeatures: 'CSSVariables' }],
  ['nodeIntegrationInWorker', { nodeIntegrationInWorker: true }],
  ['nodeIntegrationInSubFrames', { nodeIntegrationInSubFrames: true }],
] satisfies [string, Electron.WebPreferences][])('refuses a window with another %s', (name, change) => {
  expect(() => assertHardened({ ...HARDENED, ...change })).toThrow(`A window is not hardened: ${name}`);
});

it('refuses preferences that are left to the defaults, and the default session', () => {
  expect(() => assertHardened({})).toThrow(
    'sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag, session',
  );
});
