import type { StoredKind } from './stored.ts';

/** What must be stored after the acknowledged writes of one record. */
export interface Claim {
  /** The stored value; null when the record must not exist, a number where writes are counted. */
  value: string | number | null;
  /** The post on which the record depends: it is deleted with the post. */
  ofPost?: string;
}

/** Records what the server acknowledged of the writes, and what must be stored because of them. */
export class Ledger {
  readonly claims = new Map<StoredKind, Map<string, Claim>>();
  /** Acknowledged writes by the name of their endpoint. */
  readonly acknowledged = new Map<string, number>();
  /** Responses that refuse a write which nothing forbids. */
  readonly refusals: string[] = [];
  /** Writes without a definite response. */
  open = 0;
  /** Attempts after the first one. */
  retries = 0;

  get total(): number {
    return [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  }

  acknowledge(name: string): void {
    this.acknowledged.set(name, (this.acknowledged.get(name) ?? 0) + 1);
  }

  claim(kind: StoredKind, key: string, claim: Claim | Claim['value']): void {
    this.ofKind(kind).set(key, typeof claim === 'object' && claim !== null ? claim : { value: claim });
  }

  /** Counts one more write of a record, up to a limit of the product. */
  count(kind: StoredKind, key: string, limit = Infinity): void {
    const { value } = this.ofKind(kind).get(key) ?? { value: 0 };
    this.claim(kind, key, Math.min(Number(value) + 1, limit));
  }

  private ofKind(kind: StoredKind): Map<string, Claim> {
    const found = this.claims.get(kind) ?? new Map<string, Claim>();
    this.claims.set(kind, found);
    return found;
  }
}
