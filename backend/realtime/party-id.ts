import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../gateways/secret-box.ts';

/** Bytes of a UUID that are random; the others prove the session. */
const RANDOM_BYTES = 8;

/**
 * Creates the maker of the ids of pages that connect: UUIDs of version 8 (RFC 9562, section 5.8), half of each random,
 * half a keyed hash of that with the id of the session. A page of another session, also of the same user, cannot take
 * the place of one by knowing both ids, which the list of devices shows.
 */
export function createPartyIds({ digest }: Pick<SecretBox, 'digest'>) {
  const make = (sessionId: string, random: Buffer): string => {
    const bytes = Buffer.from(random);
    bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
    const proof = digest(bytes.toString('hex'), `party ${sessionId}`).subarray(0, RANDOM_BYTES);
    // The variant of RFC 9562, section 4.1.
    proof[0] = 0x80 | ((proof[0] ?? 0) & 0x3f);
    const hex = Buffer.concat([bytes, proof]).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return {
    /** Makes the id of a page of a session. */
    create: (sessionId: string): string => make(sessionId, randomBytes(RANDOM_BYTES)),
    /** Returns whether an id was made for a page of this session. */
    isOf: (sessionId: string, partyId: string): boolean =>
      make(sessionId, Buffer.from(partyId.replaceAll('-', ''), 'hex').subarray(0, RANDOM_BYTES)) === partyId,
  };
}
