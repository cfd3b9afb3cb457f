/** Name of the file that is in the profile folder while a shared computer has not been wiped. */
export const WIPE_MARKER = 'shared-computer';
/** Folder of the downloads of a shared computer, below the profile folder. */
export const TEMPORARY_DOWNLOADS = 'temporary-downloads';

/**
 * Entries of the profile folder that contain nothing of a member: the settings, which are reset apart, the marker, the
 * locks and the key of Chromium, dictionaries, and logs, which name no member.
 */
const KEPT = new Set(['settings.json', WIPE_MARKER, 'lockfile', 'Local State', 'Dictionaries', 'logs']);

/** True for an entry of the profile folder that a wipe removes. */
export function isWiped(name: string): boolean {
  return !KEPT.has(name) && !name.startsWith('Singleton');
}
