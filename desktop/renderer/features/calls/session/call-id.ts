const TIME_HEX = 12;

/** Returns a new id of a call: a UUID of version 7 (RFC 9562, section 5.7), which begins with the time. */
export function newCallId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(TIME_HEX, '0').slice(-TIME_HEX);
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
