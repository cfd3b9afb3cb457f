// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { WindowAppearance } from '#shared/bridge/shell.ts';
import { applyAppearance, loadWindowAppearance, saveAppearance, VISITOR_APPEARANCE } from '../../styles/appearance.ts';
import { sendAppearance, type ReadColor } from './send-appearance.ts';

let stop: (() => void) | undefined;

afterEach(() => {
  stop?.();
  stop = undefined;
  localStorage.clear();
  vi.unstubAllGlobals();
});

function follow(readColor: ReadColor): WindowAppearance[] {
  const sent: WindowAppearance[] = [];
  stop = sendAppearance(
    document,
    { setAppearance: (appearance) => (sent.push(appearance), Promise.resolve()) },
    readColor,
  );
  return sent;
}

it('sends theme and background at the start and at each change, and no value twice in a row', async () => {
  const backgrounds = { light: [249, 250, 251, 255], dark: [14, 16, 9, 255] };
  const sent = follow(() => backgrounds[document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light']);
  expect(sent).toEqual([{ theme: 'light', background: '#f9fafb' }]);
  applyAppearance(document.documentElement, VISITOR_APPEARANCE);
  const dark = { ...VISITOR_APPEARANCE, theme: 'dark' } as const;
  applyAppearance(document.documentElement, dark);
  saveAppearance(dark);
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { theme: 'light', background: '#f9fafb' },
      { theme: 'dark', background: '#0e1009' },
    ]),
  );
});

it('sends no background that is unreadable or transparent', () => {
  expect(follow(() => undefined)).toEqual([]);
  stop?.();
  expect(follow(() => [0, 0, 0, 0])).toEqual([]);
});

it('starts with the colour scheme of the window when nothing is stored, and stores it', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(loadWindowAppearance()).toMatchObject({ theme: 'dark', fontSize: 2 });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(loadWindowAppearance().theme).toBe('dark');
});
