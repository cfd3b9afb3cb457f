/** One entry of a menu, with the field names of Electron's MenuItem. */
export interface MenuEntry {
  label?: string;
  role?: MenuRole;
  type?: 'separator';
  accelerator?: string;
  submenu?: MenuEntry[];
  click?: () => void;
}

/** Roles of Electron's MenuItem, which sets their label and action. */
type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'selectAll'
  | 'reload'
  | 'toggleDevTools'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'windowMenu'
  | 'help';

/** Actions of entries without a role. */
export interface MenuActions {
  navigate: (path: string) => void;
  zoom: (step: 'in' | 'out' | 'reset') => void;
}

const SEPARATOR: MenuEntry = { type: 'separator' };

/** Returns the application menu for a platform. Developer tools are listed only in an unpackaged app. */
export function appMenu({
  platform,
  isPackaged,
  actions,
}: {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  actions: MenuActions;
}): MenuEntry[] {
  const isMac = platform === 'darwin';
  const settings: MenuEntry = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.navigate('/settings'),
  };
  const app: MenuEntry = {
    label: 'Lyceum',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  };
  const file: MenuEntry = {
    label: '&File',
    submenu: isMac ? [{ role: 'close' }] : [settings, SEPARATOR, { role: 'close' }, { role: 'quit' }],
  };
  const windows: MenuEntry = {
    label: '&Window',
    role: 'windowMenu',
    submenu: [
      { role: 'minimize' },
      { role: 'zoom' },
      ...(isMac ? [SEPARATOR, { role: 'front' as const }] : [{ role: 'close' as const }]),
    ],
  };
  const help: MenuEntry = {
    label: '&Help',
    role: 'help',
    submenu: [
      { label: 'Lyceum help', accelerator: 'F1', click: () => actions.navigate('/help') },
      ...(isMac ? [] : [{ role: 'about' as const }]),
    ],
  };
  return [...(isMac ? [app] : []), file, editMenu(), viewMenu(isPackaged, actions), windows, help];
}

function editMenu(): MenuEntry {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'selectAll' },
    ],
  };
}

function viewMenu(isPackaged: boolean, { zoom }: MenuActions): MenuEntry {
  return {
    label: '&View',
    submenu: [
      { role: 'reload' },
      SEPARATOR,
      { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom('reset') },
      { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom('in') },
      { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => zoom('out') },
      SEPARATOR,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
    ],
  };
}

/** Zoom factors, as in Chromium. */
const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Returns the next zoom factor; the same one at either end. */
export function nextZoom(factor: number, step: 'in' | 'out' | 'reset'): number {
  if (step === 'reset') return 1;
  if (step === 'in') return ZOOM_STEPS.find((candidate) => candidate > factor + 0.001) ?? factor;
  return ZOOM_STEPS.findLast((candidate) => candidate < factor - 0.001) ?? factor;
}
