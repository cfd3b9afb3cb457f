import { runCommand } from './admin/run.ts';
import { readEnvFile } from './env-file.ts';
import { openDatabase, readSettings, runTask } from './stack.ts';

/**
 * `npm run admin -- ...`: what operators do, on the database of `npm start` or of DATABASE_URL, beside a running
 * server. Domain events are written to the outbox; the server handles them within seconds and pushes the changes.
 */
await runTask(async () => {
  const text = await runCommand(readEnvFile(process.argv.slice(2)), async () => {
    const { databaseUrl, wasRunning, stop } = await openDatabase(readSettings(process.env), { mayCreate: false });
    return { databaseUrl, close: () => void (wasRunning || stop()) };
  });
  process.stdout.write(`${text}\n`);
  return 0;
});
