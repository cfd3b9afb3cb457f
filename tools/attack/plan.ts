import { LauncherError } from '../postgres.ts';

/** The parts of an attack, in their order: those with wide limits first, so that the server restarts once. */
export const PARTS = ['endpoints', 'uploads', 'scanners', 'relations', 'sockets', 'guessing', 'slow'] as const;
/** One of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

/** The holes that a control plants in the server, with the part that must find each; see holes.ts. */
export const HOLES = {
  'foreign-record': 'endpoints',
  'unchecked-owner': 'endpoints',
  'inline-file': 'uploads',
  'any-origin': 'sockets',
  'endless-guesses': 'guessing',
} as const satisfies Record<string, Part>;
/** One of {@link HOLES}. */
export type Hole = keyof typeof HOLES;

/** One run of the attack. */
export interface AttackRun {
  name: string;
  parts: readonly Part[];
  /** Null for the run in which nothing may get through. */
  hole: Hole | null;
  /** Time of each scanner. */
  scannerSeconds: number;
}

const SCANNER_SECONDS = 60;
/** What a control runs: the parts that find the holes, to see that each hole is found by its part alone. */
const CONTROL_PARTS = PARTS.filter((part) => (Object.values(HOLES) as Part[]).includes(part));

const USAGE =
  `npm run attack -- [--only=${PARTS.join(',')}] [--without-scanners] [--seconds=${SCANNER_SECONDS}] ` +
  `[--control=${Object.keys(HOLES).join('|')}] [--controls]`;

/** Parses the arguments; without any, the run of all parts. @throws LauncherError for an unknown one. */
export function readPlan(args: readonly string[]): AttackRun[] {
  const given = readArguments(args);
  const control = given.get('control');
  const named = (given.get('only') ?? '').split(',').filter((part) => part !== '');
  const scannerSeconds = Number(given.get('seconds') ?? SCANNER_SECONDS);
  const isKnown = (part: string): part is Part => (PARTS as readonly string[]).includes(part);
  if (!named.every(isKnown) || !Number.isInteger(scannerSeconds) || scannerSeconds < 1) throw new LauncherError(USAGE);
  const chosen = (parts: readonly Part[]): Part[] =>
    parts.filter(
      (part) => (named.length === 0 || named.includes(part)) && (part !== 'scanners' || !given.has('without-scanners')),
    );
  const controlRun = (hole: Hole): AttackRun => ({
    name: `control ${hole}`,
    parts: chosen(CONTROL_PARTS),
    hole,
    scannerSeconds,
  });
  if (given.has('controls')) return (Object.keys(HOLES) as Hole[]).map(controlRun);
  if (control !== undefined) return [controlRun(control as Hole)];
  return [{ name: 'attack', parts: chosen(PARTS), hole: null, scannerSeconds }];
}

/** Accepts `--name=value` and `--name value`. */
function readArguments(args: readonly string[]): ReadonlyMap<string, string> {
  const flags = new Set(['without-scanners', 'controls']);
  const valued = new Set(['only', 'seconds', 'control']);
  const given = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', value] = (args[index] ?? '').replace(/^--/, '').split('=');
    if (flags.has(name) && value === undefined) given.set(name, '');
    else if (valued.has(name)) given.set(name, value ?? args[(index += 1)] ?? '');
    else throw new LauncherError(USAGE);
  }
  const control = given.get('control');
  if (control !== undefined && !Object.hasOwn(HOLES, control)) throw new LauncherError(USAGE);
  return given;
}
