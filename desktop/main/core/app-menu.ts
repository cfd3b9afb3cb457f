import type { Role } from '#shared/api/endpoint.ts';

/** One entry of a menu, with the field names of Electron's MenuItem. */
export interface MenuEntry {
  label?: string;
  role?: MenuRole;
  type?: 'separator' | 'checkbox';
  checked?: boolean;
  accelerator?: string;
  enabled?: boolean;
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
  /** Goes through the history of the page. */
  go: (where: 'back' | 'forward') => void;
  openDiagnostics: () => void;
  restartInSafeMode: () => void;
}

/** The accounts on this computer, and what their entries do. */
export interface MenuAccounts {
  list: readonly { id: string; fullName: string; isCurrent: boolean }[];
  show: (id: string) => void;
  add: () => void;
}

const SEPARATOR: MenuEntry = { type: 'separator' };

/** Returns the application menu for a platform. `hasDevTools` lists the developer tools. */
export function appMenu({
  platform,
  hasDevTools,
  role,
  accounts,
  actions,
}: {
  platform: NodeJS.Platform;
  hasDevTools: boolean;
  /** Role of the signed-in user; null while it is unknown. */
  role: Role | null;
  /** Null on a shared computer, which has one account. */
  accounts: MenuAccounts | null;
  actions: MenuActions;
}): MenuEntry[] {
  const isMac = platform === 'darwin';
  const accountEntries = accounts ? [...accountMenu(isMac, accounts), SEPARATOR] : [];
  const settings: MenuEntry = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    // Creators have their settings in the Library.
    click: () => actions.navigate(role === 'creator' ? '/library?settings=account' : '/settings'),
  };
  const file: MenuEntry = {
    label: '&File',
    submenu: isMac
      ? [{ role: 'close' }]
      : [settings, SEPARATOR, ...accountEntries, { role: 'close' }, { role: 'quit' }],
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
      { label: 'Lyceum Help', accelerator: 'F1', click: () => actions.navigate('/help') },
      {
        label: 'Keyboard Shortcuts',
        click: () => actions.navigate('/help?article=keyboard'),
      },
      SEPARATOR,
      { label: 'Diagnostics…', click: actions.openDiagnostics },
      { label: 'Restart in Safe Mode', click: actions.restartInSafeMode },
      ...(isMac ? [] : [SEPARATOR, { role: 'about' as const }]),
    ],
  };
  return [
    ...(isMac ? [macMenu(settings, accountEntries)] : []),
    file,
    editMenu(),
    viewMenu(hasDevTools, actions),
    goMenu(isMac, role, actions),
    windows,
    help,
  ];
}

/** The menu with the name of the app, on macOS. */
function macMenu(settings: MenuEntry, accounts: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'Lyceum',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settings,
      SEPARATOR,
      ...accounts,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  };
}

/** Digits on a keyboard without 0. */
const ACCOUNT_KEYS = 9;

/**
 * The accounts, of which the window shows the one with a check mark. The keys 1 to 5 with Ctrl or Cmd alone open pages;
 * Cmd with Shift and a digit takes a screenshot on macOS, Ctrl with Alt is AltGr on Windows.
 */
function accountMenu(isMac: boolean, { list, show, add }: MenuAccounts): MenuEntry[] {
  return [
    ...list.map(({ id, fullName, isCurrent }, index): MenuEntry => ({
      // A single & underlines the next character.
      label: fullName.replaceAll('&', '&&'),
      type: 'checkbox',
      checked: isCurrent,
      ...(index < ACCOUNT_KEYS && { accelerator: `${isMac ? 'Cmd+Alt' : 'Ctrl+Shift'}+${String(index + 1)}` }),
      click: () => show(id),
    })),
    // Without an account the window shows the page to log in already.
    { label: 'Add account…', enabled: list.some(({ isCurrent }) => isCurrent), click: add },
  ];
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

function viewMenu(hasDevTools: boolean, { zoom }: MenuActions): MenuEntry {
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
      ...(hasDevTools ? [{ role: 'toggleDevTools' as const }] : []),
    ],
  };
}

/** The main pages of members, in the order of the navigation, and those of creators. */
const PLACES: readonly [label: string, path: string][] = [
  ['Home', '/home'],
  ['Library', '/library'],
  ['Courses', '/courses'],
  ['Chat', '/chat'],
  ['Connections', '/connections'],
];
const CREATOR_PLACES: typeof PLACES = [
  ['Library', '/library'],
  ['Questions', '/library?questions=1'],
  ['Sales', '/library?sales=1'],
];

function goMenu(isMac: boolean, role: Role | null, { go, navigate }: MenuActions): MenuEntry {
  return {
    label: '&Go',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => go('back') },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => go('forward') },
      SEPARATOR,
      ...(role === 'creator' ? CREATOR_PLACES : PLACES).map(([label, path], index) => ({
        label,
        accelerator: `CmdOrCtrl+${String(index + 1)}`,
        click: () => navigate(path),
      })),
    ],
  };
}

/** Zoom factors, as in Chromium. */
export const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Returns the next zoom factor; the same one at either end. */
export function nextZoom(factor: number, step: 'in' | 'out' | 'reset'): number {
  if (step === 'reset') return 1;
  if (step === 'in') return ZOOM_STEPS.find((candidate) => candidate > factor + 0.001) ?? factor;
  return ZOOM_STEPS.findLast((candidate) => candidate < factor - 0.001) ?? factor;
}

/** Returns the step that is closest to a zoom factor. */
export function nearestZoom(factor: number): number {
  return ZOOM_STEPS.reduce((best, step) => (Math.abs(step - factor) < Math.abs(best - factor) ? step : best), 1);
}
