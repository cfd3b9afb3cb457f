import path from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { createNotices } from './third-party-notices.ts';
import { RENDERER_DIR, rendererBuild, rendererPlugins } from './renderer.config.ts';

const HERE = import.meta.dirname;
const OUT = path.join(HERE, '../out');
const DEV_PORT = 5_173;
/** electron-vite builds main, preload and renderer in this order, in one process. */
const notices = createNotices({ hasMain: true });

/**
 * electron-vite writes relative addresses, which break on a reload of a nested route; `app://lyceum` has a root of its
 * own.
 */
const rootBase: Plugin = { name: 'lyceum-root-base', enforce: 'post', config: () => ({ base: '/' }) };

const UPDATER_ELECTRON = '\0lyceum-updater-electron';

/**
 * electron-updater requires `electron` while it runs. In an ES module the bundler would need createRequire for that;
 * this module gives it the same imports as the rest of main.
 */
const updaterElectron: Plugin = {
  name: 'lyceum-updater-electron',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'electron' && /[\\/]electron-updater[\\/]/.test(importer ?? '') ? UPDATER_ELECTRON : null,
  load: (id) =>
    id === UPDATER_ELECTRON
      ? `import * as electron from 'electron';
export const { app, autoUpdater, net, session, shell } = electron;`
      : null,
};

const NO_AJV = '\0lyceum-no-ajv';

/**
 * electron-store can validate its file with Ajv, a third of main's bundle. The shell validates with its own schema
 * (main/core/settings.ts) and passes none to the store, which then never creates an Ajv.
 */
const withoutAjv: Plugin = {
  name: 'lyceum-without-ajv',
  enforce: 'pre',
  resolveId: (source) => (/^ajv(?:-formats)?(?:$|\/)/.test(source) ? NO_AJV : null),
  load: (id) =>
    id === NO_AJV
      ? `const refuse = () => { throw new Error('Main is built without Ajv.'); };
export { refuse as Ajv2020, refuse as default };`
      : null,
};

/** The desktop client: main (ESM), preload (CommonJS, since it is sandboxed) and the renderer of the web app. */
export default defineConfig({
  main: {
    root: HERE,
    plugins: [updaterElectron, withoutAjv, notices.collect()],
    // The public keys of a release, see docs/rollout.md. The first word lets a test find their place in the bundle.
    define: { LYCEUM_UPDATE_KEYS: JSON.stringify(`update-keys,${process.env['LYCEUM_UPDATE_KEYS'] ?? ''}`) },
    build: {
      outDir: path.join(OUT, 'main'),
      emptyOutDir: true,
      // Everything is in the bundle but Electron itself and the keychain's native code.
      externalizeDeps: false,
      rolldownOptions: {
        input: path.join(HERE, 'main/index.ts'),
        // Names stay, so that a log shows where an error was thrown.
        output: { minify: { compress: true, mangle: false, codegen: true } },
        external: ['electron', 'keytar', 'bufferutil', 'utf-8-validate'],
      },
    },
  },
  preload: {
    root: HERE,
    plugins: [notices.collect()],
    build: {
      outDir: path.join(OUT, 'preload'),
      emptyOutDir: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: path.join(HERE, 'preload/index.ts'),
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: RENDERER_DIR,
    publicDir: false,
    plugins: [...rendererPlugins(), rootBase, notices.write()],
    build: {
      ...rendererBuild,
      outDir: path.join(OUT, 'renderer'),
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { ...rendererBuild.rolldownOptions, input: path.join(RENDERER_DIR, 'index.html') },
    },
    server: {
      host: '127.0.0.1',
      port: DEV_PORT,
      strictPort: true,
      hmr: { protocol: 'ws', host: '127.0.0.1', port: DEV_PORT },
    },
  },
});
