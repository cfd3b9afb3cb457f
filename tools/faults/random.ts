/** A random number generator with a seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns a sample of the items: each with probability `share`, at least one. */
  some<T>(items: readonly T[], share: number): T[];
}

/** Creates the generator for a seed (mulberry32, public domain). */
export function createChance(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('The list to choose from is empty.');
    return item;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick,
    some(items, share) {
      const chosen = items.filter(() => next() < share);
      return chosen.length > 0 ? chosen : [pick(items)];
    },
  };
}
