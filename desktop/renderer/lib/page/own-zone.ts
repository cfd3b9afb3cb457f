/** Whether this browser can format times of a zone; systems and servers know zones that it does not. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns a zone, or UTC if the browser cannot format its times. Chromium reports `Etc/Unknown` for a system whose zone
 * it does not know, and refuses that name itself.
 */
export function zoneOrUtc(zone: string | undefined): string {
  return zone !== undefined && isZone(zone) ? zone : 'UTC';
}

/** The IANA name of the user's time zone. */
export const OWN_ZONE = zoneOrUtc(
  // oxlint-disable-next-line no-restricted-properties -- this is the one place that asks the system
  new Intl.DateTimeFormat().resolvedOptions().timeZone,
);
