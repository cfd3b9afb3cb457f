import { isTestCode, type SourceFile, type Violation } from './source.ts';
import { importsOf, isNode, lineOf, programOf, walk, type SyntaxNode } from './syntax.ts';

/** A raw door: how it is told, and the only files that may open it. */
interface Door {
  name: string;
  keepers: RegExp;
}

/** A third-party widget is imported in renderer/ui only, which gives it the look and the words of the app. */
function widget(name: string): Door {
  return { name, keepers: /^desktop\/renderer\/ui\// };
}

const PACKAGES: Record<string, Door> = {
  'socket.io': { name: 'socket.io', keepers: /^backend\/realtime\// },
  'socket.io-client': { name: 'socket.io-client', keepers: /^desktop\/(?:renderer\/lib|main\/platform)\// },
  'tus-js-client': { name: 'tus-js-client', keepers: /^desktop\/renderer\/lib\// },
  ...Object.fromEntries(['radix-ui', 'radix-ui/internal', 'react-image-crop'].map((name) => [name, widget(name)])),
  electron: { name: 'electron', keepers: /^desktop\/(?:main\/platform|preload)\// },
};
const FETCH: Door = { name: 'fetch', keepers: /^desktop\/(?:renderer\/lib|main\/platform)\// };
/** backend/main.ts and desktop/main/index.ts read the environment once and hand it to their config.ts. */
const ENVIRONMENT: Door = {
  name: 'process.env',
  keepers: /^(?:backend\/(?:config|main)\.ts$|desktop\/main\/(?:config|index)\.ts$|.*\.config\.ts$)/,
};
const IPC: Record<string, Door> = {
  ipcMain: { name: 'ipcMain', keepers: /^desktop\/main\/platform\// },
  ipcRenderer: { name: 'ipcRenderer', keepers: /^desktop\/preload\// },
};

/** Raw doors opened by a file that does not keep them; tests and tools drive the program from outside. */
export function checkRestrictedApis(file: SourceFile): Violation[] {
  if (isTestCode(file.path) || file.path.startsWith('tools/')) return [];
  const found: Violation[] = [];
  const refuse = (door: Door | undefined, start: number) => {
    if (!door || door.keepers.test(file.path)) return;
    found.push({
      file: file.path,
      line: lineOf(file.text, start),
      message: `${door.name} is not opened here, only in ${door.keepers.source}`,
    });
  };
  for (const { source, start, names } of importsOf(file)) {
    refuse(Object.hasOwn(PACKAGES, source) ? PACKAGES[source] : undefined, start);
    if (source === 'electron') for (const name of names) refuse(IPC[name], start);
  }
  walk(programOf(file), (node) => {
    if (node.type === 'CallExpression' && calleeOf(node) === 'fetch') refuse(FETCH, node.start);
    if (node.type === 'MemberExpression' && nameOf(node['object']) === 'process' && nameOf(node['property']) === 'env')
      refuse(ENVIRONMENT, node.start);
  });
  return found;
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
