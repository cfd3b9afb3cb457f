import { makeFeedDatabase } from './fixture.ts';
import { CONNECTIONS, printCost, printLoad, printRounds, ROUND_SECONDS, ROUNDS, startServers } from './servers.ts';

const SCOPES = ['all', 'network'] as const;
const pathOf = (scope: string) => `/api/posts?scope=${scope}`;

/**
 * Prints the figures of the feed: the product beside the bare server, and the product's feed beside the one before
 * audiences, in interleaved rounds of the same run. The second comparison is made twice: over posts to everyone, as
 * there were no others then, and over posts of which two of ten are restricted: to connections, a class or an
 * institution.
 */
export async function bench(adminUrl: string): Promise<void> {
  const p50ByRow = new Map<string, number>();
  for (const posts of [2_000, 200_000])
    for (const hasAudiences of [false, true]) {
      process.stdout.write(
        `\nfeed: ${posts} posts, ${hasAudiences ? 'two of ten restricted' : 'all to everyone'}, 5000 users, ` +
          `${CONNECTIONS} connections, median of ${ROUNDS} pairs of rounds of ${ROUND_SECONDS} s\n`,
      );
      const { url, viewerId } = await makeFeedDatabase(adminUrl, posts, { hasAudiences });
      const servers = await startServers(url, viewerId);
      try {
        for (const scope of SCOPES) {
          if (!hasAudiences) {
            const both = await servers.rounds(pathOf(scope));
            p50ByRow.set(`${scope} ${posts}`, both.product.p50Ms);
            printRounds(scope, both);
          }
          const target = hasAudiences ? undefined : '+10% at most';
          printCost(`audiences, ${scope}`, await servers.audienceRounds(pathOf(scope)), target);
        }
      } finally {
        await servers.stop();
      }
    }
  for (const scope of SCOPES) {
    const growth = (p50ByRow.get(`${scope} 200000`) ?? Number.NaN) / (p50ByRow.get(`${scope} 2000`) ?? Number.NaN);
    process.stdout.write(`  ${scope}: p50 at 100 times the posts is ${growth.toFixed(2)} times (target: 1.30)\n`);
  }
  printLoad();
}
