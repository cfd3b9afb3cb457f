import { Attempts } from './attempts.ts';
import { attackEndpoints } from './endpoints.ts';
import { guess } from './guessing.ts';
import { openInstance } from './instance.ts';
import type { AttackRun, Part } from './plan.ts';
import type { PartResult } from './report.ts';
import { attackRelations } from './relations.ts';
import { scan } from './scanners.ts';
import { attackSlowly } from './slow.ts';
import { attackSockets } from './sockets.ts';
import { attackUploads } from './uploads.ts';
import { createWorld, type World } from './world.ts';

/** Parameters of a run; `onOpen` receives the function that cleans up. */
interface RunSettings {
  run: AttackRun;
  report: (text: string) => void;
  onOpen: (close: () => Promise<void>) => void;
}

type Attack = (world: World, attempts: Attempts, run: AttackRun) => Promise<void>;

const ATTACKS: Record<Part, Attack> = {
  endpoints: attackEndpoints,
  uploads: attackUploads,
  scanners: scan,
  relations: attackRelations,
  sockets: attackSockets,
  guessing: guess,
  slow: attackSlowly,
};

/** Starts a server with its members and attacks it part by part. */
export async function runAttack({ run, report, onOpen }: RunSettings): Promise<PartResult[]> {
  const instance = await openInstance({ hole: run.hole, hasWebApp: run.parts.includes('scanners'), onOpen });
  let world: World | undefined;
  try {
    world = await createWorld(instance);
    report('the server runs, and the victims have records of every kind');
    const results: PartResult[] = [];
    for (const part of run.parts) {
      const attempts = new Attempts();
      const startedMs = performance.now();
      await ATTACKS[part](world, attempts, run);
      attempts.record(instance.takeProblems());
      const seconds = (performance.now() - startedMs) / 1_000;
      const { tried, through, notes } = attempts;
      results.push({ part, tried, through: [...through], notes, seconds });
      report(`${part}: ${tried} tried, ${through.size} got through`);
    }
    return results;
  } finally {
    await world?.close();
    await instance.close();
  }
}
