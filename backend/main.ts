import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { seed } from './db/commands.ts';
import { explainDatabaseError } from './db/start-error.ts';
import { createPrivately } from './gateways/private-folders.ts';
import { createScanner } from './gateways/scanner.ts';
import { reportScannerGap } from './gateways/scanner-check.ts';
import { exitOnBugs, openLog } from './log.ts';

/** How long stopping may take after the drain, in milliseconds. */
const STOP_MAX_MS = 35_000;

/**
 * Starts the backend with the settings of the environment and stops it on SIGTERM and SIGINT, quickly on the second
 * one.
 */
async function main(): Promise<void> {
  createPrivately();
  const config = loadConfig(process.env);
  const log = openLog(config.logLevel);
  exitOnBugs(log);

  if (!existsSync(join(config.webDir, 'index.html')))
    log.warn({ webDir: config.webDir }, 'the web app is not built, and its pages return 503: npm run build');
  const app = await startApp(config, log);
  if (config.seedDemo) await seed(config.databaseUrl, config.dataDir);
  await app.listen();
  process.stdout.write(`Lyceum is listening on http://${config.host}:${app.port()}\n`);

  const scanner = createScanner(config.clamd);
  if (scanner) void reportScannerGap(scanner, log);

  let isStopping = false;
  const stop = () => {
    if (isStopping) return app.hurry();
    isStopping = true;
    setTimeout(() => {
      log.error('stop took too long');
      process.exit(1);
    }, config.drainMs + STOP_MAX_MS).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const explained = error instanceof ConfigError ? text : explainDatabaseError(error);
  if (explained !== null) process.stderr.write(`${explained}\n`);
  else process.stderr.write(`Lyceum could not start: ${error instanceof Error ? error.stack : text}\n`);
  process.exit(1);
});
