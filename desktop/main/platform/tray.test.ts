import { Tray } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import type { FakeMenu } from '../../testing/electron/menu.ts';
import type { createTray } from '../../testing/electron/tray.ts';
import type { TrayEntry } from '../core/tray-menu.ts';
import { createTrayIcon, type TrayIcon, type TrayLook } from './tray.ts';

vi.mock('electron', async () => {
  const [menu, image, theme, tray] = await Promise.all([
    import('../../testing/electron/menu.ts'),
    import('../../testing/electron/native-image.ts'),
    import('../../testing/electron/native-theme.ts'),
    import('../../testing/electron/tray.ts'),
  ]);
  return {
    Menu: menu.FakeMenu,
    nativeImage: image.FakeNativeImage,
    nativeTheme: new theme.FakeNativeTheme(),
    Tray: tray.createTray(),
  };
});

let trayIcon: TrayIcon | undefined;
const chosen: string[] = [];

afterEach(() => {
  trayIcon?.remove();
  chosen.length = 0;
});

/** The menu while a member calls; its actions are those of one call. */
function lookOf(callId: string, { name = 'Ben Okri', state = 'ringing' as TrayLook['state'] } = {}): TrayLook {
  const menu: TrayEntry[] = [
    { label: `Answer ${name}`, click: () => void chosen.push(`answer ${callId}`) },
    {
      label: `Missed call: ${name}`,
      submenu: [{ label: 'Call back', click: () => void chosen.push(`call back ${callId}`) }],
    },
  ];
  return { state, tooltip: name, menu };
}

function openIcon(look: TrayLook) {
  const opened = createTrayIcon({ imagesDir: '/', platform: 'linux', look, onClick: () => undefined });
  trayIcon = opened;
  const [icon] = (Tray as unknown as ReturnType<typeof createTray>).icons;
  if (!icon) throw new Error('There is no icon.');
  return { show: opened.show, icon, setMenu: vi.spyOn(icon, 'setContextMenu') };
}

it('leaves an open menu alone that looks the same, and runs the actions of the latest call', () => {
  const { show, icon, setMenu } = openIcon(lookOf('first'));
  show(lookOf('first', { state: 'missed-call' }));
  expect(icon.shown).toContain('missed-call');
  show(lookOf('second'));
  expect(setMenu).not.toHaveBeenCalled();
  icon.choose('Answer Ben Okri');
  icon.choose('Missed call: Ben Okri', 'Call back');
  expect(chosen).toEqual(['answer second', 'call back second']);
});

it('sets a menu that looks different, and a menu that is still open keeps its own actions', () => {
  const { show, icon, setMenu } = openIcon(lookOf('first'));
  show(lookOf('second', { name: 'Ana Ruiz' }));
  expect(setMenu).toHaveBeenCalledOnce();
  const open = setMenu.mock.calls[0]?.[0] as FakeMenu | undefined;
  show(lookOf('third'));
  expect(setMenu).toHaveBeenCalledTimes(2);
  open?.choose('Answer Ana Ruiz');
  icon.choose('Answer Ben Okri');
  expect(chosen).toEqual(['answer second', 'answer third']);
});
