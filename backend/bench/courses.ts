import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCourseDatabase, SIZES } from './course-fixture.ts';
import { CONNECTIONS, printLoad, printRounds, ROUND_SECONDS, ROUNDS, startServers, STORED_FILES } from './servers.ts';

/** Prints the figures of items: the product beside the bare server, in interleaved rounds of the same run. */
export async function bench(adminUrl: string): Promise<void> {
  process.stdout.write(
    `\ncourses: ${SIZES.items} items, ${SIZES.users} users, ${SIZES.enrollments} enrollments, ` +
      `${CONNECTIONS} connections, median of ${ROUNDS} pairs of rounds of ${ROUND_SECONDS} s\n`,
  );
  const { url, viewerId, courseId, fileId, storedId } = await makeCourseDatabase(adminUrl);
  const servers = await startServers(url, viewerId);
  const folder = join(STORED_FILES, storedId.slice(-2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, storedId), Buffer.alloc(1_000));
  try {
    for (const [name, path] of [
      ['newest', '/api/courses'],
      ['most learners', '/api/courses?sort=popular'],
      ['cheapest', '/api/courses?sort=price'],
      ['one subject', '/api/courses?category=Physics'],
      ['item page', `/api/courses/${courseId}`],
      ['file, with its bytes', `/api/courses/${courseId}/files/${fileId}`],
      ['download, after the first of the day', `/api/courses/${courseId}/files/${fileId}/download`],
    ] as const)
      printRounds(name, await servers.rounds(path));
  } finally {
    await servers.stop();
  }
  printLoad();
}
