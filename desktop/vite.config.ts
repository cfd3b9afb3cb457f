import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { createNotices } from './third-party-notices.ts';
import { RENDERER_DIR, rendererBuild, rendererPlugins } from './renderer.config.ts';

const OUT_DIR = path.join(import.meta.dirname, '../out/web');
const BACKEND_URL = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:4000';

/** Files that shrink by compression; images and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|wasm)$/;
/** Under one network packet a compressed copy gains nothing. */
const COMPRESS_MIN_BYTES = 1400;

async function compressFile(file: string): Promise<void> {
  const source = await readFile(file);
  if (source.length < COMPRESS_MIN_BYTES) return;
  const [gz, br] = await Promise.all([
    promisify(gzip)(source, { level: 9 }),
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)]);
}

/** Writes .gz and .br beside each file, so that the server only has to send them. */
function precompress(): Plugin {
  let outDir = OUT_DIR;
  return {
    name: 'lyceum-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true });
      await Promise.all(
        entries.filter((entry) => COMPRESSIBLE.test(entry)).map((entry) => compressFile(path.join(outDir, entry))),
      );
    },
  };
}

/** Serves the worker that shows web push at the root, because its scope is the folder of its URL. */
function pushWorker(): Plugin {
  const read = () => readFileSync(path.join(RENDERER_DIR, 'push-worker.js'), 'utf8');
  return {
    name: 'lyceum-push-worker',
    configureServer(server) {
      server.middlewares.use('/push-worker.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(read());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'push-worker.js', source: read() });
    },
  };
}

/** The renderer as a web app: `vite build` writes out/web, `vite` serves it and forwards /api and /socket.io. */
export default defineConfig({
  root: RENDERER_DIR,
  base: '/',
  publicDir: false,
  cacheDir: path.join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [...rendererPlugins(), pushWorker(), createNotices({ hasMain: false }).write(), precompress()],
  build: { ...rendererBuild, outDir: OUT_DIR, emptyOutDir: true },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': BACKEND_URL, '/uploads': BACKEND_URL, '/socket.io': { target: BACKEND_URL, ws: true } },
  },
});
