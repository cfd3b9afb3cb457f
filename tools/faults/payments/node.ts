import pino from 'pino';
import { startApp } from '../../../backend/app.ts';
import { loadConfig } from '../../../backend/config.ts';

/** The server of the payments run: Stripe is at the address of the fake, and jobs are polled every second. */
const config = loadConfig(process.env);
if (config.payments?.provider !== 'stripe') throw new Error('the payments run needs Stripe');
const payments = { ...config.payments, apiUrl: process.env['FAULTS_STRIPE_URL'] ?? '' };
const app = await startApp({ ...config, payments }, pino({ level: 'error' }), { cronPollSeconds: 1 });
await app.listen();
process.stdout.write('listening\n');
