import { join } from 'node:path';
import { startShell } from './app.ts';
import { readConfig } from './config.ts';
import { readInstallation } from './platform/lifecycle.ts';

startShell({
  config: readConfig(process.env, readInstallation().isPackaged),
  platform: process.platform,
  preloadFile: join(import.meta.dirname, '../preload/index.cjs'),
  rendererDir: join(import.meta.dirname, '../renderer'),
  argv: process.argv,
  print: (message) => console.warn(message),
});
