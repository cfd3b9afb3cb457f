import { readFileSync } from 'node:fs';
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

/** Files that are part of every first load. */
const FIRST = /^assets\/(?:index|react|rolldown-runtime)-/;

/** Plugins of both builds. */
export const rendererPlugins = () => [react(), tailwindcss(), icon(), theme()];

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
            priority: 3,
          },
          { name: 'start', tags: ['$initial'], priority: 2 },
          {
            name: 'shared',
            test: /./,
            minShareCount: 2,
            entriesAware: true,
            // Merging larger files saves requests, but a page then loads code of other pages: with 1,000, Home needs
            // 226 kB instead of 213.
            entriesAwareMergeThreshold: 520,
            priority: 1,
          },
        ],
      },
    },
  },
};
