/**
 * True for the address of a folder with updates of the desktop client: https, or http on this computer, without
 * credentials, query and fragment.
 */
export function isUpdateFeed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback);
  return isSafe && [username, password, search, hash].every((part) => part === '');
}
