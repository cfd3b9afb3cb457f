import { join } from 'node:path';
import { startShell } from './app.ts';
import { readConfig } from './config.ts';
import { readInstallation } from './platform/lifecycle.ts';

startShell({
  config: readConfig(process.env, readInstallation().isPackaged),
  platform: process.platform,
  argv: process.argv,
  preloadFile: join(import.meta.dirname, '../preload/index.cjs'),
  rendererDir: join(import.meta.dirname, '../renderer'),
  warn: (message) => console.warn(message),
});
