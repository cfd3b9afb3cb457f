import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, isNode, programOf, walk } from '../../../tools/check/syntax.ts';
import type { SourceFile } from '../../../tools/check/source.ts';
import { ROOT } from '../../../tools/stack.ts';
import { createElectron } from './index.ts';

/** What the code calls its objects of Electron, and the interface each of them is. */
const RECEIVERS: Record<string, string> = {
  app: 'App',
  BrowserWindow: 'BrowserWindow',
  desktopCapturer: 'DesktopCapturer',
  clipboard: 'Clipboard',
  dialog: 'Dialog',
  item: 'DownloadItem',
  nativeImage: 'NativeImage',
  navigationHistory: 'NavigationHistory',
  Notification: 'Notification',
  notification: 'Notification',
  ipcMain: 'IpcMain',
  Menu: 'Menu',
  nativeTheme: 'NativeTheme',
  net: 'Net',
  clientRequest: 'ClientRequest',
  incoming: 'IncomingMessage',
  powerMonitor: 'PowerMonitor',
  powerSaveBlocker: 'PowerSaveBlocker',
  protocol: 'Protocol',
  screen: 'Screen',
  session: 'Session',
  shell: 'Shell',
  Tray: 'Tray',
  tray: 'Tray',
  dock: 'Dock',
  systemPreferences: 'SystemPreferences',
  contextBridge: 'ContextBridge',
  ipcRenderer: 'IpcRenderer',
  window: 'BrowserWindow',
  contents: 'WebContents',
  webContents: 'WebContents',
  account: 'Session',
  copy: 'Session',
  cookies: 'Cookies',
  senderFrame: 'WebFrameMain',
};

interface Use {
  type: string;
  member: string;
  event: string | undefined;
}

const definitions = readFileSync(join(ROOT, 'node_modules', 'electron', 'electron.d.ts'), 'utf8');
const uses = findUses();

it('finds what the shell uses of Electron', () => {
  const members = new Set(uses.map(({ type, member }) => `${type}.${member}`));
  expect(members.size).toBeGreaterThan(50);
  for (const one of [
    'App.whenReady',
    'WebContents.setWindowOpenHandler',
    'Session.setPermissionCheckHandler',
    'Cookies.set',
    'IpcRenderer.invoke',
  ])
    expect(members).toContain(one);
});

it.each(
  uses.map((use) => [`${use.type}.${use.member}${use.event === undefined ? '' : ` '${use.event}'`}`, use] as const),
)('%s exists and is not deprecated', (_name, use) => {
  const bodies = bodiesOf(use.type);
  const found = bodies.map((body) => documentationOf(body, use)).find((documentation) => documentation !== undefined);
  expect(found, 'is missing in electron.d.ts').toBeDefined();
  expect(found).not.toContain('@deprecated');
});

it('knows a deprecated member and a missing one', () => {
  const find = (type: string, member: string) =>
    bodiesOf(type)
      .map((body) => documentationOf(body, { type, member, event: undefined }))
      .find((text) => text !== undefined);
  expect(find('BrowserWindow', 'getBrowserViews')).toContain('@deprecated');
  expect(find('App', 'noSuchMember')).toBeUndefined();
});

it('the fake has each module and each member of a module', () => {
  const fake = createElectron({
    platform: 'linux',
    argv: [],
    userData: '/nowhere',
    isPackaged: true,
    version: '0',
    displays: [],
    browser: undefined as never,
  });
  const modules = new Map(Object.entries(fake).map(([name, module]) => [RECEIVERS[name], module as object]));
  for (const { type, member } of uses) {
    const module = modules.get(type);
    if (
      module &&
      [
        'App',
        'Clipboard',
        'Dialog',
        'IpcMain',
        'NativeTheme',
        'Net',
        'PowerMonitor',
        'Screen',
        'Shell',
        'SystemPreferences',
      ].includes(type)
    )
      expect(module, `${type}.${member}`).toHaveProperty(member);
  }
});

function findUses(): Use[] {
  const found = new Map<string, Use>();
  for (const path of globSync(['desktop/main/**/*.ts', 'desktop/preload/*.ts'], { cwd: ROOT })) {
    if (path.endsWith('.test.ts')) continue;
    const file: SourceFile = { path, text: readFileSync(join(ROOT, path), 'utf8') };
    if (!importsOf(file).some(({ source }) => source === 'electron') && !file.text.includes('platform/')) continue;
    walk(programOf(file), (node, above) => {
      if (node.type !== 'MemberExpression' || node['computed'] === true) return;
      const type = RECEIVERS[lastName(node['object']) ?? ''];
      const member = lastName(node['property']);
      if (type === undefined || member === undefined || RECEIVERS[member] === type) return;
      const parent = above.at(-1);
      const [first] =
        parent?.type === 'CallExpression' && parent['callee'] === node ? (parent['arguments'] as unknown[]) : [];
      const isEvent = ['on', 'once', 'off'].includes(member) && isNode(first) && first.type === 'Literal';
      const event = isEvent ? String(first['value']) : undefined;
      if (isKnownElsewhere(type, member, file)) return;
      found.set(`${type}.${member}.${event ?? ''}`, { type, member, event });
    });
  }
  return [...found.values()];
}

/** Settings call the saved place of the window `window` as well. */
function isKnownElsewhere(type: string, member: string, { path }: SourceFile): boolean {
  return !path.includes('/platform/') && !path.includes('/preload/')
    ? true
    : type === 'BrowserWindow' && member === 'bounds';
}

/** `x` of `x`, `a.x` and `this.x`. */
function lastName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node['name']);
  return node.type === 'MemberExpression' && node['computed'] !== true ? lastName(node['property']) : undefined;
}

/** The bodies of an interface or class with those it extends. */
function bodiesOf(type: string): string[] {
  const start = new RegExp(`^  (?:interface|class) ${type}(?: extends ([\\w.]+))? \\{$`, 'm').exec(definitions);
  if (!start) return [];
  const body = definitions.slice(start.index, definitions.indexOf('\n  }\n', start.index));
  return [body, ...(start[1] === undefined ? [] : bodiesOf(start[1]))];
}

/** The comment above a member or an event; undefined when there is no such member. */
function documentationOf(body: string, { member, event }: Use): string | undefined {
  const name =
    event === undefined
      ? `(?:static |readonly )*${member}[?(<:]|(?:get|set) ${member}\\(`
      : `${member}\\(event: '${event}'`;
  const at = new RegExp(`^    ${name}`, 'm').exec(body);
  if (!at) return undefined;
  const before = body.slice(0, at.index);
  return before.trimEnd().endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : '';
}
