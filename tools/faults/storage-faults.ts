import { setTimeout as wait } from 'node:timers/promises';
import type { SmallDisk } from '../small-disk.ts';
import type { PostgresLine } from './postgres-line.ts';
import type { Random } from './random.ts';

/** A fault by its name; it resolves when the fault is over. */
export type Fault = [name: string, run: () => Promise<void>];

/** Share of the responses of Postgres that are lost while they are. */
const COMMITS_LOST = 0.5;
const STATEMENTS_LOST = 0.1;
const SLOW_MS = 40;

/** Returns the faults between the nodes and what they store: the connections to Postgres and the disk of the files. */
export function storageFaults({
  chance,
  lines,
  disk,
  isShort,
}: {
  chance: Random;
  isShort: boolean;
  lines: readonly PostgresLine[];
  disk: SmallDisk | null;
}): Fault[] {
  const during = async (
    chosen: readonly PostgresLine[],
    { least, most }: { least: number; most: number },
    harm: (line: PostgresLine) => void,
  ): Promise<void> => {
    for (const line of chosen) harm(line);
    await wait(chance.between(least, most));
    for (const line of chosen) line.heal();
  };
  const one = (): PostgresLine[] => [chance.pick(lines)];
  const faults: Fault[] = [
    [
      'commit responses lost',
      () => during(lines, { least: 1_000, most: 2_500 }, (line) => line.lose({ of: 'commits', share: COMMITS_LOST })),
    ],
    [
      'statements cut off',
      () =>
        during(lines, { least: 1_000, most: 2_500 }, (line) => line.lose({ of: 'statements', share: STATEMENTS_LOST })),
    ],
    ['postgres lines cut', () => during(lines, { least: 50, most: 800 }, (line) => line.cut())],
    [
      'postgres black hole',
      () => during(one(), { least: 2_000, most: isShort ? 3_000 : 8_000 }, (line) => line.hold()),
    ],
    ['postgres lines slow', () => during(one(), { least: 2_000, most: 4_000 }, (line) => line.slow(SLOW_MS))],
  ];
  return disk ? [...faults, ['disk of files full', () => fillFor(disk, chance)]] : faults;
}

/** Fills a disk for some seconds. */
export async function fillFor(disk: SmallDisk, chance: Random): Promise<void> {
  disk.fill();
  await wait(chance.between(1_500, 4_000));
  disk.empty();
}
