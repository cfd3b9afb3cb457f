import { networkOf } from './address.ts';
import type { AppError } from './app-error.ts';

/** Who asks for a place. */
export interface Claim<Lane extends string = string> {
  /**
   * Whose claims take turns with those of others: a network, or a known member where many share it; see
   * {@link sourceOf}.
   */
  source: string;
  /** Whose claims take turns within the source. */
  member: string;
  /** How many places the member holds at once at most; any number when omitted. */
  memberMax?: number;
  /** Which of the lanes it waits in; the only one when omitted. */
  lane?: Lane;
}

interface FairPlacesSettings<Lane extends string> {
  /** How many run at once. */
  places: number;
  /** How many wait at most in each lane. */
  waitingMax: number;
  /** How long one waits at most, in milliseconds; without end when omitted. */
  waitMs?: number;
  /** Makes the error for a claim that gets no place. */
  refuse: () => AppError;
  /** The lanes, each as often as it is served before the order begins again. One lane when omitted. */
  turns?: readonly Lane[];
}

interface Waiter {
  claim: Claim;
  resume: () => void;
  refuse: () => void;
}

/** Places for expensive work. */
export interface FairPlaces<Lane extends string = string> {
  /** Runs the work when it has a place. @throws AppError when too many wait, or too long. */
  run: <T>(claim: Claim<Lane>, work: () => Promise<T>) => Promise<T>;
  /** How many wait. */
  waiting: () => number;
}

/**
 * Deals a few places for expensive work to many who ask: the next place goes to the source that holds the fewest, then
 * to the one that was served longest ago, and within it to its members in turn. So a source that asks for much delays
 * only itself: while a source without a place waits, no other gets a second one. One place is always left to the
 * others. When too many wait, the newest claim of the sources that wait with the most is refused.
 */
export function createFairPlaces<Lane extends string = string>(settings: FairPlacesSettings<Lane>): FairPlaces<Lane> {
  const dealer = new Dealer(settings);
  return {
    async run(claim, work) {
      // At once when a place is free.
      const wait = dealer.take(claim);
      if (wait) await wait;
      try {
        return await work();
      } finally {
        dealer.end(claim);
      }
    },
    waiting: () => dealer.waiting.length,
  };
}

/** The places of one kind of work, and who waits for them. */
class Dealer {
  waiting: Waiter[] = [];
  readonly #settings: FairPlacesSettings<string>;
  readonly #order: readonly string[];
  readonly #sources = new Holders();
  readonly #members = new Holders();
  #running = 0;
  #turn = 0;

  constructor(settings: FairPlacesSettings<string>) {
    this.#settings = settings;
    this.#order = settings.turns ?? [''];
  }

  /** Takes a place. Returns a promise of one when none is free. */
  take(claim: Claim): Promise<void> | null {
    // Who waits is not eligible, or would have been dealt a place before: no one is overtaken here.
    if (!this.#isEligible(claim)) return this.#wait(claim);
    this.#start(claim);
    return null;
  }

  /** Gives a place back, to whom it is dealt next. */
  end({ source, member }: Claim): void {
    this.#running -= 1;
    this.#sources.leave(source);
    this.#members.leave(member);
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      this.#start(next.claim);
      this.#remove(next);
      next.resume();
    }
    this.#forgetIdle();
  }

  #isEligible({ source, member, memberMax }: Claim): boolean {
    const { places } = this.#settings;
    return (
      this.#running < places &&
      this.#sources.held(source) < Math.max(1, places - 1) &&
      this.#members.held(member) < (memberMax ?? places)
    );
  }

  #start({ source, member }: Claim): void {
    this.#running += 1;
    this.#sources.take(source);
    this.#members.take(member);
  }

  #remove(waiter: Waiter): void {
    this.waiting = this.waiting.filter((other) => other !== waiter);
    this.#forgetIdle();
  }

  /** Sources and members without a place and a claim are forgotten, so that their number is bounded. */
  #forgetIdle(): void {
    this.#sources.keep(new Set(this.waiting.map(({ claim }) => claim.source)));
    this.#members.keep(new Set(this.waiting.map(({ claim }) => claim.member)));
  }

  #laneOf({ lane = this.#order[0] }: Claim): string | undefined {
    return lane;
  }

  /** Finds who is next: the lane whose turn it is and that has someone, then by source, member and arrival. */
  #findNext(): Waiter | undefined {
    const eligible = this.waiting.filter(({ claim }) => this.#isEligible(claim));
    for (let step = 0; step < this.#order.length; step += 1) {
      const at = (this.#turn + step) % this.#order.length;
      const inLane = eligible.filter(({ claim }) => this.#laneOf(claim) === this.#order[at]);
      // The sort is stable, so that equal ones stay in the order of their arrival.
      const [next] = inLane.toSorted(
        ({ claim: a }, { claim: b }) =>
          this.#sources.compare(a.source, b.source) || this.#members.compare(a.member, b.member),
      );
      if (!next) continue;
      this.#turn = at + 1;
      return next;
    }
    return undefined;
  }

  #wait(claim: Claim): Promise<void> {
    const { waitMs, waitingMax, refuse } = this.#settings;
    return new Promise((resolve, reject) => {
      const timer = waitMs === undefined ? undefined : setTimeout(() => waiter.refuse(), waitMs);
      const waiter: Waiter = {
        claim,
        resume: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          this.#remove(waiter);
          reject(refuse());
        },
      };
      this.waiting.push(waiter);
      const inLane = this.waiting.filter((other) => this.#laneOf(other.claim) === this.#laneOf(claim));
      if (inLane.length > waitingMax) newestOfLargest(inLane)?.refuse();
    });
  }
}

/** Returns the newest of the sources that wait with the most; `waiting` is in the order of arrival. */
function newestOfLargest(waiting: readonly Waiter[]): Waiter | undefined {
  const bySource = Map.groupBy(waiting, ({ claim }) => claim.source);
  const most = Math.max(...[...bySource.values()].map(({ length }) => length));
  return waiting.findLast(({ claim }) => bySource.get(claim.source)?.length === most);
}

/** How many places each holds, and who was served when. */
class Holders {
  readonly #held = new Map<string, number>();
  readonly #servedAt = new Map<string, number>();
  #served = 0;

  held(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  take(name: string): void {
    this.#held.set(name, this.held(name) + 1);
    this.#servedAt.set(name, (this.#served += 1));
  }

  leave(name: string): void {
    const left = this.held(name) - 1;
    if (left > 0) this.#held.set(name, left);
    else this.#held.delete(name);
  }

  /** Orders the one that is served next before the other. */
  compare(a: string, b: string): number {
    return this.held(a) - this.held(b) || (this.#servedAt.get(a) ?? 0) - (this.#servedAt.get(b) ?? 0);
  }

  /** Forgets when those were served that neither hold a place nor are among `names`. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#servedAt.keys())
      if (!this.#held.has(name) && !names.has(name)) this.#servedAt.delete(name);
  }
}

/** The limits that tell which networks many members share, and whether members can confirm their addresses. */
interface SharedNetworks {
  isTrusted: (address: string) => boolean;
  areEmailsSent: boolean;
}

/** What a claim needs to know of a request. */
interface ClaimingRequest {
  ip?: string | undefined;
  session?: { identity?: { id: string; isEmailVerified: boolean } | null | undefined } | null | undefined;
}

/**
 * Returns the source of a claim: the network of an address, or the member where many share a trusted network. `member`
 * is null without a proof of who asks, such as a session: one client could invent any number of members.
 */
export function sourceOf(
  { isTrusted }: Pick<SharedNetworks, 'isTrusted'>,
  { address = 'unknown', member }: { address: string | undefined; member: string | null },
): string {
  return member !== null && isTrusted(address) ? `member ${member}` : networkOf(address, 64);
}

/**
 * Returns the claim of the member who sends a request. An account costs nothing until its email address is confirmed,
 * so it holds one place at a time until then.
 */
export function claimOf(limits: SharedNetworks, { ip, session }: ClaimingRequest): Claim {
  const identity = session?.identity;
  const member = identity?.id ?? ip ?? 'unknown';
  const isConfirmed = !limits.areEmailsSent || identity?.isEmailVerified === true;
  const source = sourceOf(limits, { address: ip, member: identity?.id ?? null });
  return { source, member, ...(!isConfirmed && { memberMax: 1 }) };
}
