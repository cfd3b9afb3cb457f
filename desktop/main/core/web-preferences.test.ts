import { expect, it } from 'vitest';
import { assertWebPreferences, WEB_PREFERENCES } from './web-preferences.ts';

it('accepts what was set, also when Electron reports more or leaves something out', () => {
  const { navigateOnDragDrop: _omitted, ...reported } = WEB_PREFERENCES;
  expect(() => assertWebPreferences({ ...reported, javascript: true })).not.toThrow();
});

it.each(Object.entries(WEB_PREFERENCES))('names %s when it is not %s', (name, value) => {
  expect(() => assertWebPreferences({ ...WEB_PREFERENCES, [name]: !value })).toThrow(`were set: ${name}.`);
});

it('names what must be reported and is not', () => {
  expect(() => assertWebPreferences({})).toThrow(
    'were set: sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag.',
  );
});
