import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { askToStop, isStopAsked, onStop } from './interrupt.ts';
import { checkPort, openDatabase, readSettings, ROOT, runBackend, runTask } from './stack.ts';

const WEB_PORT = 5_173;

/** `npm run dev`: the backend under --watch and the renderer's dev server, which hands /api and /socket.io on. */
await runTask(async () => {
  const settings = readSettings(process.env);
  await checkPort(settings.port);
  const database = await openDatabase(settings);
  try {
    if (isStopAsked()) return 0;
    const backend = runBackend({
      env: {
        DATABASE_URL: database.databaseUrl,
        DATA_DIR: settings.dataDir,
        PORT: String(settings.port),
        PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}`,
        SEED_DEMO: 'true',
      },
      nodeArgs: ['--watch'],
    });
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const web = spawn(process.execPath, [vite, '-c', join('desktop', 'vite.config.ts'), '--host', '127.0.0.1', '--port', String(WEB_PORT), '--strictPort'], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, BACKEND_URL: `http://127.0.0.1:${settings.port}` },
    });
    onStop(() => web.kill('SIGTERM'));
    web.once('exit', askToStop);
    return await backend.ended;
  } finally {
    database.stop();
  }
});
