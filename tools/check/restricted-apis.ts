import { isTestCode, type SourceFile, type Violation } from './source.ts';
import { importsOf, isNode, lineOf, programOf, walk, type SyntaxNode } from './syntax.ts';

/** A restricted API: its name, and the only files that may use it. */
interface RestrictedApi {
  name: string;
  allowed: RegExp;
}

/** A third-party widget is imported in renderer/ui only, which adapts its styles and texts. */
function widget(name: string): RestrictedApi {
  return { name, allowed: /^desktop\/renderer\/ui\// };
}

const WIDGETS =
  'radix-ui radix-ui/internal react-image-crop recharts pdfjs-dist foliate-js/epub.js foliate-js/epubcfi.js'.split(' ');

/** The backend orders and limits by the clock of the database, `databaseNow()`, which all nodes share. */
const CLOCK: RestrictedApi = {
  name: "the node's clock",
  allowed: /^(?!backend\/)|^backend\/(?:db\/(?:clock\.ts|seeds\/)|gateways\/file-store\.ts$)/,
};
const PACKAGES: Record<string, RestrictedApi> = {
  'socket.io': { name: 'socket.io', allowed: /^backend\/realtime\// },
  redis: { name: 'redis', allowed: /^backend\/gateways\// },
  'socket.io-client': { name: 'socket.io-client', allowed: /^desktop\/(?:renderer\/lib|main\/platform)\// },
  'tus-js-client': { name: 'tus-js-client', allowed: /^desktop\/renderer\/lib\// },
  ...Object.fromEntries(WIDGETS.map((name) => [name, widget(name)])),
  uuid: CLOCK,
  'electron-updater': { name: 'electron-updater', allowed: /^desktop\/main\/platform\// },
  electron: { name: 'electron', allowed: /^desktop\/(?:main\/platform|preload)\// },
};
const FETCH: RestrictedApi = { name: 'fetch', allowed: /^desktop\/(?:renderer\/lib|main\/platform)\// };
/** backend/main.ts and desktop/main/index.ts read the environment once and pass it to their config.ts. */
const ENVIRONMENT: RestrictedApi = {
  name: 'process.env',
  allowed: /^(?:backend\/(?:config|main)\.ts$|desktop\/main\/(?:config|index)\.ts$|.*\.config\.ts$)/,
};
const IPC: Record<string, RestrictedApi> = {
  ipcMain: { name: 'ipcMain', allowed: /^desktop\/main\/platform\// },
  ipcRenderer: { name: 'ipcRenderer', allowed: /^desktop\/preload\// },
};

/** Reports restricted APIs in files that may not use them; tests and tools are exempt. */
export function checkRestrictedApis(file: SourceFile): Violation[] {
  if (isTestCode(file.path) || file.path.startsWith('tools/')) return [];
  const found: Violation[] = [];
  const refuse = (api: RestrictedApi | undefined, start: number) => {
    if (!api || api.allowed.test(file.path)) return;
    found.push({
      file: file.path,
      line: lineOf(file.text, start),
      message: `${api.name} is not allowed here, only in ${api.allowed.source}`,
    });
  };
  for (const { source, start, names } of importsOf(file)) {
    refuse(Object.hasOwn(PACKAGES, source) ? PACKAGES[source] : undefined, start);
    if (source === 'electron') for (const name of names) refuse(IPC[name], start);
  }
  walk(programOf(file), (node) => {
    if (node.type === 'CallExpression' && calleeOf(node) === 'fetch') refuse(FETCH, node.start);
    if (isClockRead(node)) refuse(CLOCK, node.start);
    if (node.type === 'MemberExpression' && nameOf(node['object']) === 'process' && nameOf(node['property']) === 'env')
      refuse(ENVIRONMENT, node.start);
  });
  return found;
}

/** True for `Date.now` and `new Date()`. */
function isClockRead(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') return nameOf(node['object']) === 'Date' && nameOf(node['property']) === 'now';
  const given = node['arguments'];
  return (
    node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && Array.isArray(given) && given.length === 0
  );
}

/** `fetch` for `fetch()`, `window.fetch()` and `globalThis.fetch()`. */
function calleeOf(node: SyntaxNode): string | undefined {
  const callee = node['callee'];
  if (!isNode(callee) || callee.type !== 'MemberExpression') return nameOf(callee);
  return ['window', 'globalThis', 'self'].includes(nameOf(callee['object']) ?? '')
    ? nameOf(callee['property'])
    : undefined;
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}
