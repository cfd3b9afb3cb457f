import { createHmac, randomBytes } from 'node:crypto';

/** Bytes of a UUID that are random; the others prove the session. */
const RANDOM_BYTES = 8;

/**
 * Makes the id of a page that connects: a UUID of version 8 (RFC 9562, section 5.8), half of it random, half an HMAC of
 * that with the id of its session.
 */
export function createPartyId(sessionId: string): string {
  return toPartyId(sessionId, randomBytes(RANDOM_BYTES));
}

/**
 * Returns whether an id was made for a page of this session: a page of another one, also of the same user, cannot take
 * its place by knowing the id.
 */
export function isPartyOf(sessionId: string, partyId: string): boolean {
  const random = Buffer.from(partyId.replaceAll('-', ''), 'hex').subarray(0, RANDOM_BYTES);
  return toPartyId(sessionId, random) === partyId;
}

function toPartyId(sessionId: string, random: Buffer): string {
  const bytes = Buffer.from(random);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  const proof = createHmac('sha256', `party ${sessionId}`).update(bytes).digest().subarray(0, RANDOM_BYTES);
  // The variant of RFC 9562, section 4.1.
  proof[0] = 0x80 | ((proof[0] ?? 0) & 0x3f);
  const hex = Buffer.concat([bytes, proof]).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
