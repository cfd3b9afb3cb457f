import { LauncherError } from '../postgres.ts';

/** A deliberate weakness that the checks must find, so that they are known to bite. */
export type Control = 'async-commit' | 'new-id';

/** One run of faults. */
export interface FaultRun {
  name: string;
  /** How long faults are made while devices work. */
  seconds: number;
  /** Null for the run that must find nothing. */
  control: Control | null;
  /** Asks for the numbers of trust.md 1.1 as well: 40 faults and 20,000 acknowledged messages. */
  isProof: boolean;
}

/** What `npm run faults` was asked for. */
export interface FaultPlan {
  seed: number;
  runs: FaultRun[];
}

const CONTROLS: readonly Control[] = ['async-commit', 'new-id'];
const FULL_SECONDS = 240;
const CONTROL_SECONDS = 20;
/** The form that `npm test` runs: a minute with starting and checking. */
const SHORT_SECONDS = { main: 30, control: 8 } as const;

const FAULTS_USAGE = `npm run faults -- [--seconds=${FULL_SECONDS}] [--seed=NUMBER] [--control=${CONTROLS.join('|')}] [--without-controls] [--short]`;

/** Reads the arguments: the main run and both controls unless told otherwise. @throws LauncherError for what is none. */
export function readPlan(args: readonly string[]): FaultPlan {
  const given = new Map(args.map((arg) => arg.replace(/^--/, '').split('=') as [string, string | undefined]));
  const known = new Set(['seconds', 'seed', 'control', 'without-controls', 'short']);
  if ([...given.keys()].some((name) => !known.has(name))) throw new LauncherError(FAULTS_USAGE);
  const seed = numberOf(given.get('seed') ?? String(Date.now() % 1_000_000));
  const isShort = given.has('short');
  const seconds = given.has('seconds') ? numberOf(given.get('seconds')) : undefined;
  const control = CONTROLS.find((name) => name === given.get('control'));
  if (given.has('control')) {
    if (!control) throw new LauncherError(FAULTS_USAGE);
    return { seed, runs: [controlRun(control, seconds ?? CONTROL_SECONDS)] };
  }
  const mainSeconds = seconds ?? (isShort ? SHORT_SECONDS.main : FULL_SECONDS);
  const main: FaultRun = { name: 'faults', seconds: mainSeconds, control: null, isProof: mainSeconds >= FULL_SECONDS };
  if (given.has('without-controls')) return { seed, runs: [main] };
  const controls = isShort
    ? [controlRun('new-id', SHORT_SECONDS.control)]
    : CONTROLS.map((name) => controlRun(name, CONTROL_SECONDS));
  return { seed, runs: [main, ...controls] };
}

function controlRun(control: Control, seconds: number): FaultRun {
  return { name: `control ${control}`, seconds, control, isProof: false };
}

function numberOf(text: string | undefined): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new LauncherError(FAULTS_USAGE);
  return number;
}
