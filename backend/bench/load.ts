import autocannon from 'autocannon';

/**
 * Generates the load of one round in a separate process, so that it does not share the server's event loop. Arguments:
 * address, Cookie header, connections, seconds. Prints the number of requests, requests a second, p50 and p99 in ms,
 * and failures.
 */
const [url = '', cookie = '', connections = '32', seconds = '4'] = process.argv.slice(2);
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  headers: cookie ? { cookie } : {},
});
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  }),
);
