import type { AppLink } from '#shared/bridge/links.ts';

/** The scheme of links to the app. */
export const LINK_SCHEME = 'lyceum';

const MAX_CHARS = 200;
const KINDS: Record<string, AppLink['kind']> = {
  profile: 'profile',
  post: 'post',
  course: 'course',
  chat: 'chat',
  call: 'call',
};
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Parses `lyceum://<kind>/<id>`. Any other form is null: credentials, a port, a query, a fragment, more path, escaped
 * characters. Browsers and desktops may add a slash to the end and change the case of the scheme and the kind.
 */
export function parseLink(text: string): AppLink | null {
  if (text.length > MAX_CHARS) return null;
  const match = /^lyceum:\/\/([a-z]+)\/([\da-f-]+)\/?$/i.exec(text);
  const [, name = '', id = ''] = match ?? [];
  const kind = Object.hasOwn(KINDS, name.toLowerCase()) ? KINDS[name.toLowerCase()] : undefined;
  const lower = id.toLowerCase();
  return kind !== undefined && ID.test(lower) ? { kind, id: lower } : null;
}

/** Returns the link among the arguments of a start; null unless exactly one argument is a link, and a valid one. */
export function findLink(argv: readonly string[]): AppLink | null {
  // The first argument is the program itself.
  const links = argv.slice(1).filter((argument) => argument.trim().toLowerCase().startsWith(`${LINK_SCHEME}:`));
  const [only] = links;
  return only !== undefined && links.length === 1 ? parseLink(only) : null;
}
