import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findDesktop } from './electron.ts';
import { askToStop, isStopRequested, onStop } from './interrupt.ts';
import { checkPort, openDatabase, readSettings, ROOT, runBackend, runTask } from './stack.ts';

const WEB_PORT = 5_173;

/**
 * `npm run dev`: the backend with --watch, and the desktop client with hot reload. If the client cannot be opened, the
 * web app's dev server instead, which forwards /api and /socket.io to the backend.
 */
await runTask(async () => {
  const settings = readSettings(process.env);
  const desktop = findDesktop();
  const backendUrl = `http://127.0.0.1:${settings.port}`;
  await checkPort(settings.port);
  const database = await openDatabase(settings);
  database.keepRunning();
  try {
    if (isStopRequested()) return 0;
    const backend = runBackend({
      env: {
        ...database.env,
        DATA_DIR: settings.dataDir,
        PORT: String(settings.port),
        // Requests have to come from this address: those of the client from the server's own, as in production.
        PUBLIC_URL: desktop.binary === undefined ? `http://127.0.0.1:${WEB_PORT}` : backendUrl,
        SEED_DEMO: 'true',
        // Test payments, unless another provider is set.
        PAYMENTS: process.env['PAYMENTS'] ?? 'test',
      },
      nodeArgs: ['--watch'],
    });
    const web = spawn(process.execPath, desktopOrWeb(desktop), {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        BACKEND_URL: backendUrl,
        LYCEUM_SERVER_URL: backendUrl,
      },
    });
    onStop(() => web.kill('SIGTERM'));
    web.once('exit', askToStop);
    return await backend.ended;
  } finally {
    database.stop();
  }
});

function desktopOrWeb({ binary, problem }: ReturnType<typeof findDesktop>): string[] {
  if (binary !== undefined)
    return [
      join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
      'dev',
      '-c',
      join('desktop', 'electron.vite.config.ts'),
      '--watch',
    ];
  process.stdout.write(`${problem}\n`);
  return [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    '-c',
    join('desktop', 'vite.config.ts'),
    '--host',
    '127.0.0.1',
    '--port',
    String(WEB_PORT),
    '--strictPort',
  ];
}
