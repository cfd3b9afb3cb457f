import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** Folder of the renderer's sources; web app and shell build the same. */
export const RENDERER_DIR = path.join(import.meta.dirname, 'renderer');
const ICON_FILE = path.join(import.meta.dirname, '../resources/icon.svg');

/** Serves /icon.svg from the folder of the desktop app's icons, without publishing the folder. */
function icon(): Plugin {
  return {
    name: 'lyceum-icon',
    configureServer(server) {
      server.middlewares.use('/icon.svg', (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(readFileSync(ICON_FILE));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: readFileSync(ICON_FILE) });
    },
  };
}

/**
 * Publishes /theme.js as it is: a script that the page waits for, which Vite does not bundle, and which the content
 * security policy does not allow inside the page.
 */
function theme(): Plugin {
  return {
    name: 'lyceum-theme',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source: readFileSync(path.join(RENDERER_DIR, 'theme.js')) });
    },
  };
}

const PDF_DIR = path.join(import.meta.dirname, '../node_modules/pdfjs-dist');
/** Folders of pdf.js by their names in the build: character maps, fonts, and decoders of images without WebAssembly. */
const PDF_FOLDERS = { cmaps: 'cmaps', fonts: 'standard_fonts', decoders: 'wasm' } as const;

/** Lists what pdf.js loads when a file needs it: the path in the build and the file in the package. */
function listPdfFiles(): { name: string; file: string }[] {
  const { version } = JSON.parse(readFileSync(path.join(PDF_DIR, 'package.json'), 'utf8')) as { version: string };
  const inFolders = Object.entries(PDF_FOLDERS).flatMap(([folder, source]) =>
    readdirSync(path.join(PDF_DIR, source))
      .filter((name) => /\.(?:bcmap|pfb|ttf)$|_nowasm_fallback\.js$|^LICENSE/.test(name))
      .map((name) => ({
        name: `${folder}/${name}${name.startsWith('LICENSE') ? '.txt' : ''}`,
        file: path.join(PDF_DIR, source, name),
      })),
  );
  const worker = { name: 'worker.js', file: path.join(PDF_DIR, 'build/pdf.worker.min.mjs') };
  return [worker, ...inFolders].map(({ name, file }) => ({ name: `assets/pdf-${version}/${name}`, file }));
}

/** Publishes the files of pdf.js under the version of the package, so that browsers can keep them. */
function pdfFiles(): Plugin {
  return {
    name: 'lyceum-pdf-files',
    configureServer(server) {
      const files = new Map(listPdfFiles().map(({ name, file }) => [`/${name}`, file]));
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url ?? '');
        if (file === undefined) return next();
        if (file.endsWith('js')) response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const { name, file } of listPdfFiles())
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(file) });
    },
  };
}

const FOR_CHARTS = '?charts';

/**
 * Gives recharts a Redux Toolkit of its own. A module is bundled once with all that anyone uses of it, so that every
 * first load would contain what only charts use (5 kB).
 */
function chartsToolkit(): Plugin {
  return {
    name: 'lyceum-charts-toolkit',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^(?:@reduxjs\/toolkit|redux|redux-thunk)$/.test(source)) return null;
      if (importer === undefined || !(importer.includes('/recharts/') || importer.endsWith(FOR_CHARTS))) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + FOR_CHARTS };
    },
    load: (id) => (id.endsWith(FOR_CHARTS) ? readFileSync(id.slice(0, -FOR_CHARTS.length), 'utf8') : null),
  };
}

const ROUTER_DIR = path.join(import.meta.dirname, '../node_modules/react-router/dist/production');

/**
 * Builds with the production files of React Router: its package exports only the development ones, whose warnings are
 * 0.6 kB of every first load.
 */
function productionRouter(): Plugin {
  return {
    name: 'lyceum-production-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: path.join(ROUTER_DIR, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: path.join(ROUTER_DIR, 'dom-export.mjs') },
        ],
      },
    }),
  };
}

/** What the declaration of an endpoint says to the server alone. */
const FOR_SERVER = new RegExp(
  `\\b(?:${[
    String.raw`errors: \[[^\]]*\]`,
    // The client knows only of endpoints for everyone that they are.
    String.raw`who: '(?!public)\w+'`,
    String.raw`(?:limit|untilConfirmed): '\w+'`,
    String.raw`(?:hasSecret|isBeforeTwoFactor|isCounted|isNavigable|isPage|isRepeatable|endsSession|isUpload): true`,
    String.raw`status: 20\d`,
  ].join('|')}),?`,
  'g',
);

/**
 * Leaves out of the build what only the server and its tests read of the endpoints: their errors, and who may call them
 * under which conditions. It is 1.5 kB of the first load of Home.
 */
function withoutServerRules(): Plugin {
  return {
    name: 'lyceum-without-server-rules',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/api\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(FOR_SERVER, ''), map: null }),
    },
  };
}

const ICONS_DIR = path.join(import.meta.dirname, '../node_modules/lucide-react/dist/esm');

/** The file of each icon, by the names under which the package exports it. */
function listIconFiles(): Map<string, string> {
  const lines = readFileSync(path.join(ICONS_DIR, 'lucide-react.mjs'), 'utf8').matchAll(
    /^export \{ (.+) \} from '\.\/(icons\/[\w-]+)\.mjs';$/gm,
  );
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), file]),
    ),
  );
}

/** Imports some icons by their names, each from its own file. */
function importIcons(names: string, files: Map<string, string>): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [icon = '', local = icon] = name.split(' as ');
      const file = files.get(icon);
      return file === undefined
        ? `import { ${name} } from 'lucide-react';`
        : `import ${local} from 'lucide-react/${file}';`;
    })
    .join('');
}

/**
 * Imports each icon from its own file. Through the file that lists all of them every page seems to need every icon, so
 * that which pages share code cannot be told.
 */
function iconImports(): Plugin {
  const files = listIconFiles();
  return {
    name: 'lyceum-icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/desktop\/renderer\/.+\.tsx?$/, code: 'lucide-react' },
      handler: (code) => ({
        code: code.replaceAll(/^import \{([^}]+)\} from 'lucide-react';$/gm, (_import, names: string) =>
          importIcons(names, files),
        ),
        map: null,
      }),
    },
  };
}

/** What the bundler knows of modules while it makes files of them. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const SIGNED_IN_APP = path.join(RENDERER_DIR, 'app/SignedInApp.tsx');
/** What is shown without a session. */
const VISITOR_SCREENS = ['Landing', 'PublicItem', 'Auth', 'Privacy', 'Terms', 'Help'].map((name) =>
  path.join(RENDERER_DIR, `screens/${name}Screen.tsx`),
);

/** Returns modules and all that they import. */
function withImports(ids: readonly string[], graph: ModuleGraph, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    withImports(graph.getModuleInfo(id)?.importedIds ?? [], graph, found);
  }
  return found;
}

let forMembers: ReadonlySet<string> | undefined;

/** True for a module that every page of a member needs, and no page of a visitor. */
function isForMembers(id: string, graph: ModuleGraph): boolean {
  if (!forMembers) {
    const forVisitors = withImports(VISITOR_SCREENS, graph);
    forMembers = new Set([...withImports([SIGNED_IN_APP], graph)].filter((other) => !forVisitors.has(other)));
  }
  return forMembers.has(id);
}

/** Files that are part of every first load. */
const FIRST = /^assets\/(?:index|react|rolldown-runtime)-/;

/** Plugins of both builds. */
export const rendererPlugins = () => [
  react(),
  tailwindcss(),
  icon(),
  theme(),
  pdfFiles(),
  chartsToolkit(),
  productionRouter(),
  withoutServerRules(),
  iconImports(),
];

/** Options of both builds. */
export const rendererBuild: BuildEnvironmentOptions = {
  minify: true,
  sourcemap: false,
  // The content security policy allows neither inline scripts nor data: fonts.
  modulePreload: {
    polyfill: false,
    // The page loads these before everything else, but each file that loads others would list them: 1 kB of Home.
    resolveDependencies: (_file, dependencies, { hostType }) =>
      hostType === 'html' ? dependencies : dependencies.filter((file) => !FIRST.test(file)),
  },
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      // A shared file is named after every page that needs it otherwise. The list of all files is part of every first
      // load, and hashes do not compress: they are as short as the bundler allows.
      chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash:7].js`,
      codeSplitting: {
        // React changes with its releases, not with ours: its own file stays in the cache.
        groups: [
          {
            name: 'react',
            test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            priority: 4,
          },
          { name: 'start', tags: ['$initial'], priority: 3 },
          // In one file instead of dozens it is 6 kB less. What it imports of the pages of visitors stays outside.
          {
            name: (id, graph) => (isForMembers(id, graph) ? 'SignedInApp' : null),
            debugName: 'SignedInApp',
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'shared',
            test: /./,
            minShareCount: 2,
            entriesAware: true,
            // Merging larger files saves requests, but a page then loads code of other pages: with 1,000, Home needs
            // 20 kB more.
            entriesAwareMergeThreshold: 540,
            priority: 1,
          },
        ],
      },
    },
  },
};
