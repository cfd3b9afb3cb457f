import { join } from 'node:path';
import { startShell } from './app.ts';
import { readConfig } from './config.ts';
import { readInstallation } from './platform/lifecycle.ts';

const { isPackaged } = readInstallation();

startShell({
  config: readConfig(process.env, isPackaged),
  platform: process.platform,
  preloadFile: join(import.meta.dirname, '../preload/index.cjs'),
  rendererDir: join(import.meta.dirname, '../renderer'),
  traysDir: isPackaged ? join(process.resourcesPath, 'tray') : join(import.meta.dirname, '../../resources/tray'),
  argv: process.argv,
  print: (message) => console.warn(message),
});
