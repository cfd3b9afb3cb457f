import { readEnvFile } from './env-file.ts';
import { isStopRequested } from './interrupt.ts';
import { checkPort, openDatabase, readSettings, runBackend, runTask } from './stack.ts';
import { buildWeb, WEB_DIR } from './bundles.ts';

/** `npm run serve`: only backend and web app, for a server; its log goes to standard output. */
await runTask(async () => {
  readEnvFile(process.argv.slice(2));
  const settings = readSettings(process.env);
  await checkPort(settings.port);
  const database = await openDatabase(settings);
  database.keepRunning();
  try {
    const webDir = process.env['WEB_DIR'];
    if (!webDir) buildWeb();
    if (isStopRequested()) return 0;
    const backend = runBackend({
      env: {
        ...database.env,
        DATA_DIR: settings.dataDir,
        WEB_DIR: webDir ?? WEB_DIR,
        PORT: String(settings.port),
      },
    });
    return await backend.ended;
  } finally {
    database.stop();
  }
});
