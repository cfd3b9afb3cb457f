import { randomBytes } from 'node:crypto';
import { NOBODY, type IdentityName } from './identities.ts';

const TOKEN_BYTES = 7;

/** A text that occurs nowhere else, and the identities that may read it. */
interface Canary {
  what: string;
  token: string;
  readers: readonly IdentityName[];
}

/** The texts that are planted in what the victims hide, and the search for them in responses and pushes. */
export class Canaries {
  private readonly planted: Canary[] = [];

  /** Returns a new text for a hidden field; only `readers` may receive it. */
  hide(what: string, readers: readonly IdentityName[] = NOBODY): string {
    const token = `zq${randomBytes(TOKEN_BYTES).toString('hex')}`;
    this.add({ what, token, readers });
    return token;
  }

  /** Adds a secret that the server has chosen, such as the token of a session. */
  add(canary: Canary): void {
    // An empty text would be found everywhere.
    if (canary.token === '') throw new Error(`the canary of ${canary.what} is empty`);
    this.planted.push({ ...canary, token: canary.token.toLowerCase() });
  }

  /** Returns what a text contains although this identity must not read it, in the order of planting. */
  find(text: string, reader: IdentityName): string[] {
    const lower = text.toLowerCase();
    return this.planted
      .filter(({ token, readers }) => !readers.includes(reader) && lower.includes(token))
      .map(({ what }) => what);
  }

  get count(): number {
    return this.planted.length;
  }
}
