import { LauncherError } from '../../postgres.ts';
import { runPayments, type PaymentsOutcome } from './run.ts';

const USAGE = 'npm run faults -- --only=payments [--purchases=520] [--seed=NUMBER] [--without-controls]';
/** What the check must say of each planted fault. */
const PLANTED = ['in no book', 'the provider says otherwise'];
const [PURCHASES, CONTROL_PURCHASES] = [520, 104];

/**
 * Runs purchases under faults and prints the sums; then the same check must find the planted faults. Returns the exit
 * code: 1 when a sum differs, or a planted fault was not found. @throws LauncherError for an unknown argument.
 */
export async function checkPayments(args: readonly string[]): Promise<number> {
  const given = new Map(args.map((arg) => arg.replace(/^--/, '').split('=') as [string, string | undefined]));
  const numberOf = (name: string, byDefault: number): number => {
    const number = Number(given.get(name) ?? byDefault);
    if (!Number.isInteger(number) || number < 1) throw new LauncherError(USAGE);
    return number;
  };
  const known = new Set(['only', 'purchases', 'seed', 'without-controls']);
  if ([...given.keys()].some((name) => !known.has(name))) throw new LauncherError(USAGE);
  const seed = numberOf('seed', Date.now() % 1_000_000);
  process.stdout.write(`\npayments: seed ${seed}\n`);
  const outcome = await runPayments({ seed, purchases: numberOf('purchases', PURCHASES), isPlanted: false });
  print(outcome);
  let isPassed = outcome.differences.length === 0;
  process.stdout.write(`  ${isPassed ? 'no money is lost' : 'BROKEN: the books differ'}\n`);
  if (given.has('without-controls')) return isPassed ? 0 : 1;
  process.stdout.write('\ncontrol: neither purchases nor lost reports are looked up\n');
  const control = await runPayments({ seed, purchases: CONTROL_PURCHASES, isPlanted: true });
  print(control);
  const isFound = PLANTED.every((text) => control.differences.some((difference) => difference.includes(text)));
  process.stdout.write(
    `  ${isFound ? 'the check found the planted faults, as it should' : 'THE CHECK DID NOT FIND THE PLANTED FAULTS'}\n`,
  );
  isPassed &&= isFound;
  return isPassed ? 0 : 1;
}

function print({ reports, received, refunded, ...outcome }: PaymentsOutcome): void {
  const lines = [
    `${outcome.purchases} purchases, ${outcome.payments} payments, ${outcome.kills} kills of the server`,
    `reports: ${reports.sent} sent, of them ${reports.doubled} twice; ${reports.lost} lost`,
    `received: ${received.provider} at the provider, ${received.books} in the books`,
    `refunded: ${refunded.provider} at the provider, ${refunded.books} in the books; ${outcome.byHand} by the operator there`,
    `kept: ${outcome.kept} payments, ${outcome.enrollments} enrollments`,
    ...outcome.differences.slice(0, 10).map((difference) => `DIFFERENCE: ${difference}`),
    `${outcome.differences.length} differences`,
  ];
  for (const line of lines) process.stdout.write(`  ${line}\n`);
}
