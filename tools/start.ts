import { join } from 'node:path';
import { demoAccounts } from '../backend/db/seeds/accounts.ts';
import { buildShell, buildWeb, WEB_DIR } from './bundles.ts';
import { findDesktop, openDesktop } from './electron.ts';
import { isStopRequested, onStop } from './interrupt.ts';
import { checkOrReset } from './schema-reset.ts';
import { checkPort, openDatabase, readSettings, runBackend, runTask } from './stack.ts';

/** `npm start`: Postgres, demo content, backend, web app, and the desktop client where it can open. */
await runTask(async () => {
  const settings = readSettings(process.env);
  await checkPort(settings.port);
  const database = await openDatabase(settings);
  database.keepRunning();
  try {
    await checkOrReset(database, { input: process.stdin, output: process.stdout });
    if (isStopRequested()) return 0;
    if (buildWeb()) process.stdout.write('Built the web app.\n');
    const logFile = join(settings.dataDir, 'lyceum.log');
    if (isStopRequested()) return 0;
    const backend = runBackend({
      env: {
        ...database.env,
        DATA_DIR: settings.dataDir,
        WEB_DIR,
        PORT: String(settings.port),
        SEED_DEMO: 'true',
        // Test payments, unless another provider is set.
        PAYMENTS: process.env['PAYMENTS'] ?? 'test',
      },
      logFile,
    });
    if (await backend.ready) printAddress(`http://127.0.0.1:${settings.port}`, logFile);
    return await backend.ended;
  } finally {
    database.stop();
  }
});

function printAddress(address: string, logFile: string): void {
  const accounts = demoAccounts.map(
    ({ role, username, password }) => `    ${role.padEnd(12)}${username.padEnd(12)}${password}`,
  );
  const desktop = open(address);
  process.stdout.write(
    [
      '',
      `  Lyceum runs at ${address}`,
      `  ${desktop}`,
      '',
      '  Demo accounts (role, username, password):',
      ...accounts,
      '',
      `  Log: ${logFile}`,
      '  Stop with Ctrl+C.',
      '',
      '',
    ].join('\n'),
  );
}

/** Opens the desktop client if its binary is installed and there is a display. Returns the line to print about it. */
function open(address: string): string {
  const { binary, problem } = findDesktop();
  if (binary === undefined) return problem;
  buildShell();
  const client = openDesktop(binary, address);
  client.once('error', (error) => process.stderr.write(`The desktop client could not be opened: ${error.message}\n`));
  onStop(() => client.kill('SIGTERM'));
  return 'The desktop client is open.';
}
