import path from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { RENDERER_DIR, rendererBuild, rendererPlugins } from './renderer.config.ts';

const HERE = import.meta.dirname;
const OUT = path.join(HERE, '../out');
const DEV_PORT = 5_173;

/**
 * electron-vite writes relative addresses, which break on a reload of a nested route; `app://lyceum` has a root of its
 * own.
 */
const rootBase: Plugin = { name: 'lyceum-root-base', enforce: 'post', config: () => ({ base: '/' }) };

/** The desktop client: main (ESM), preload (CommonJS, since it is sandboxed) and the renderer of the web app. */
export default defineConfig({
  main: {
    root: HERE,
    build: {
      outDir: path.join(OUT, 'main'),
      emptyOutDir: true,
      // Everything is in the bundle but Electron itself and the keychain's native code.
      externalizeDeps: false,
      rolldownOptions: {
        input: path.join(HERE, 'main/index.ts'),
        external: ['electron', 'keytar', 'bufferutil', 'utf-8-validate'],
      },
    },
  },
  preload: {
    root: HERE,
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
    plugins: [...rendererPlugins(), rootBase],
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
