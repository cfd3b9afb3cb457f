import { LauncherError } from '../postgres.ts';

/** A deliberate weakness that the checker must find. */
export type Control = 'async-commit' | 'new-id' | 'silent-calls';

/** One run of faults. */
export interface FaultRun {
  name: string;
  /** Duration of the faults. */
  seconds: number;
  /** Null for the run that must have no findings. */
  control: Control | null;
  /** Also requires every kind of fault, 40 faults, 20,000 acknowledged writes and the limits on recovery. */
  isFullRun: boolean;
  /** Injects a fixed list of faults. */
  isShort: boolean;
}

/** Whether members call each other in a run: in a short one, no call would outlast what ends one. */
export function hasCalls({ control, isShort }: Pick<FaultRun, 'control' | 'isShort'>): boolean {
  return !isShort && (control === null || control === 'silent-calls');
}

/** Arguments of `npm run faults`. */
export interface FaultPlan {
  seed: number;
  runs: FaultRun[];
}

const CONTROLS: readonly Control[] = ['async-commit', 'new-id', 'silent-calls'];
const FULL_SECONDS = 240;
/** Devices of a call that do not report have half a minute, after which it ends. */
const CONTROL_SECONDS: Record<Control, number> = { 'async-commit': 20, 'new-id': 20, 'silent-calls': 50 };
/** The form that `npm test` runs: a minute, including start and check. */
const SHORT_SECONDS = { main: 25, control: 8 } as const;

const FAULTS_USAGE =
  `npm run faults -- [--seconds=${FULL_SECONDS}] [--seed=NUMBER] ` +
  `[--control=${CONTROLS.join('|')}] [--without-controls] [--short]`;

/** Parses the arguments; without any, the main run and the controls. @throws LauncherError for an unknown one. */
export function readPlan(args: readonly string[]): FaultPlan {
  const given = new Map(args.map((arg) => arg.replace(/^--/, '').split('=') as [string, string | undefined]));
  const known = new Set(['seconds', 'seed', 'control', 'without-controls', 'short']);
  if ([...given.keys()].some((name) => !known.has(name))) throw new LauncherError(FAULTS_USAGE);
  const seed = integerOf(given.get('seed') ?? String(Date.now() % 1_000_000));
  const isShort = given.has('short');
  const seconds = given.has('seconds') ? integerOf(given.get('seconds')) : undefined;
  const control = CONTROLS.find((name) => name === given.get('control'));
  if (given.has('control')) {
    if (!control) throw new LauncherError(FAULTS_USAGE);
    return { seed, runs: [controlRun(control, seconds ?? CONTROL_SECONDS[control])] };
  }
  const mainSeconds = seconds ?? (isShort ? SHORT_SECONDS.main : FULL_SECONDS);
  const main: FaultRun = {
    name: 'faults',
    seconds: mainSeconds,
    control: null,
    isFullRun: mainSeconds >= FULL_SECONDS,
    isShort,
  };
  if (given.has('without-controls')) return { seed, runs: [main] };
  const controls = isShort
    ? [controlRun('new-id', SHORT_SECONDS.control)]
    : CONTROLS.map((name) => controlRun(name, CONTROL_SECONDS[name]));
  return { seed, runs: [main, ...controls] };
}

function controlRun(control: Control, seconds: number): FaultRun {
  return { name: `control ${control}`, seconds, control, isFullRun: false, isShort: false };
}

function integerOf(text: string | undefined): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new LauncherError(FAULTS_USAGE);
  return number;
}
