import { makeFeedDatabase } from './fixture.ts';
import { CONNECTIONS, printCost, printLoad, printRounds, ROUND_SECONDS, ROUNDS, startServers } from './servers.ts';

/**
 * Prints the figures of the feed: the product beside the bare server, and on each of them the feed beside the one
 * before audiences, in interleaved rounds of the same run.
 */
export async function bench(adminUrl: string): Promise<void> {
  const p50ByRow = new Map<string, number>();
  for (const posts of [2_000, 200_000]) {
    process.stdout.write(
      `\nfeed: ${posts} posts, 5000 users, ${CONNECTIONS} connections, median of ${ROUNDS} rounds ` +
        `of ${ROUND_SECONDS} s\n`,
    );
    const { url, viewerId } = await makeFeedDatabase(adminUrl, posts, { hasAudiences: true });
    const servers = await startServers(url, viewerId);
    try {
      for (const scope of ['all', 'network']) {
        const both = await servers.rounds(`/api/posts?scope=${scope}`);
        p50ByRow.set(`${scope} ${posts}`, both.product.p50Ms);
        printRounds(scope, both);
        const path = `/api/posts?scope=${scope}`;
        printCost(`audiences, ${scope}`, await servers.audienceRounds(path), '+10% at most');
        printCost(`their SQL, ${scope}`, await servers.bareRounds(path, `${path}&before`));
      }
    } finally {
      await servers.stop();
    }
  }
  for (const scope of ['all', 'network']) {
    const growth = (p50ByRow.get(`${scope} 200000`) ?? Number.NaN) / (p50ByRow.get(`${scope} 2000`) ?? Number.NaN);
    process.stdout.write(`  ${scope}: p50 at 100 times the posts is ${growth.toFixed(2)} times (target: 1.30)\n`);
  }
  printLoad();
}
