import type { AttackRun, Part } from './plan.ts';
import { HOLES } from './plan.ts';

/** The result of one part. */
export interface PartResult {
  part: Part;
  tried: number;
  /** Descriptions of what got through. */
  through: readonly string[];
  notes: readonly string[];
  seconds: number;
}

const EXAMPLES_MAX = 150;

/** Returns whether nothing got through, or in a control the hole was found by its part alone. */
export function isExpected({ hole }: Pick<AttackRun, 'hole'>, results: readonly PartResult[]): boolean {
  if (results.length === 0) return false;
  const broken = results.filter(({ through }) => through.length > 0).map(({ part }) => part);
  if (hole === null) return broken.length === 0 && results.every(({ tried }) => tried > 0);
  return broken.length === 1 && broken[0] === HOLES[hole];
}

/** Formats the results as a table, with what got through below it. */
export function formatResults(results: readonly PartResult[]): string {
  const rows = results.map(({ part, tried, through, seconds }) => [
    part,
    String(tried),
    String(through.length),
    `${seconds.toFixed(0)} s`,
  ]);
  const sum = (of: (result: PartResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const total = [
    'all',
    String(sum(({ tried }) => tried)),
    String(sum(({ through }) => through.length)),
    `${sum(({ seconds }) => seconds).toFixed(0)} s`,
  ];
  const table = [['part', 'tried', 'got through', 'time'], ...rows, total].map(([part = '', ...figures]) =>
    `  ${part.padEnd(12)}${figures.map((figure) => figure.padStart(13)).join('')}`.trimEnd(),
  );
  const notes = results.flatMap(({ part, notes: own }) => own.map((note) => `  ${part}: ${note}`));
  const findings = results.flatMap(({ part, through }) => [
    ...through.slice(0, EXAMPLES_MAX).map((what) => `  GOT THROUGH (${part}) ${what}`),
    ...(through.length > EXAMPLES_MAX ? [`  and ${through.length - EXAMPLES_MAX} more (${part})`] : []),
  ]);
  return `${[...table, '', ...notes, ...findings].join('\n')}\n`;
}

/** Describes the result of a run in one line. */
export function describeVerdict(run: Pick<AttackRun, 'hole'>, results: readonly PartResult[]): string {
  if (isExpected(run, results))
    return run.hole === null ? 'nothing got through' : `the hole was found by ${HOLES[run.hole]}, as it should be`;
  return run.hole === null
    ? 'SOMETHING GOT THROUGH'
    : `THE HOLE WAS NOT FOUND BY ${HOLES[run.hole].toUpperCase()} ALONE`;
}
