import type { Logger } from 'pino';
import { STUN_LIMITS } from '#shared/rate-limits.ts';
import type { Config } from './config.ts';
import { databaseNowMs } from './db/clock.ts';
import { isLoopback } from './gateways/addresses.ts';
import { createIceServers } from './gateways/ice-servers.ts';
import { createStunServer } from './gateways/stun-server.ts';
import { createAddressBuckets } from './http/address-buckets.ts';
import type { RateLimits } from './http/rate-limits.ts';

/** Creates what connects the devices of calls: the list of STUN and TURN servers, and the STUN of this process. */
export function createCallNetwork(config: Config, log: Logger, limits: Pick<RateLimits, 'isTrusted'>) {
  const stun = createStunServer({ address: config.stun, mayAnswer: limitStun(config, limits), log });
  return {
    iceServers: createIceServers({ ...config.iceServers, ownStunUrl: stun.url }, databaseNowMs),
    /** Answers STUN, and says once when calls between many networks fail. */
    async start(): Promise<void> {
      await stun.start();
      if (config.iceServers.turnUrls.length > 0) return;
      const isLocal = isLoopback(new URL(config.publicUrl).hostname);
      const text = 'there is no TURN server: calls between many networks fail (TURN_URLS, TURN_SECRET)';
      log[isLocal ? 'debug' : 'warn'](text);
    },
    stop: stun.stop,
  };
}

/** Returns the function that counts STUN requests of an address, and of all together. */
function limitStun(
  { limitFactor: factor }: Config,
  { isTrusted }: Pick<RateLimits, 'isTrusted'>,
): (address: string) => boolean {
  const takeOfAddress = createAddressBuckets(STUN_LIMITS.address, { factor, isTrusted });
  const takeOfAll = createAddressBuckets(STUN_LIMITS.all, { factor, isTrusted: () => false });
  return (address) => takeOfAddress(address, 1) && takeOfAll('all', 1);
}
