import type { ServerCheck, ServerProblem } from '#shared/bridge/contract.ts';

/** What a server told of itself, or how asking failed. */
export type MetaAnswer = { kind: 'answer'; status: number; body: unknown } | { kind: 'unreachable' };

const TEXTS: Record<ServerProblem, string> = {
  INVALID_URL: 'That is not an address. It looks like https://lyceum.example.org.',
  INSECURE: 'Only https:// addresses can be used, since your password would travel in the open.',
  UNREACHABLE: 'No server answered at this address. Check the address and your network connection.',
  NOT_LYCEUM: 'A server answered, but it is not a Lyceum server.',
  TOO_OLD: 'This version of the app is too old for the server. Install the newest version.',
};

/** Reads an address as a person types it: https is assumed, anything after the host is dropped. */
function parseServerUrl(text: string): { ok: true; url: string } | { ok: false; problem: ServerProblem } {
  const typed = text.trim();
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === '' || !URL.canParse(full)) return { ok: false, problem: 'INVALID_URL' };
  const url = new URL(full);
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return { ok: false, problem: 'INVALID_URL' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, problem: 'INSECURE' };
  return { ok: true, url: url.origin };
}

/** Asks an address whether a Lyceum server answers there that this version of the app can talk to. */
export async function checkServer(
  text: string,
  { askMeta, appVersion }: { askMeta: (origin: string) => Promise<MetaAnswer>; appVersion: string },
): Promise<ServerCheck> {
  const parsed = parseServerUrl(text);
  if (!parsed.ok) return refuse(parsed.problem);
  const answer = await askMeta(parsed.url);
  if (answer.kind === 'unreachable') return refuse('UNREACHABLE');
  const meta = answer.body;
  if (answer.status !== 200 || !isMeta(meta)) return refuse('NOT_LYCEUM');
  if (compareVersions(appVersion, meta.minClient) < 0) return refuse('TOO_OLD');
  return { ok: true, url: parsed.url, version: meta.version };
}

function refuse(problem: ServerProblem): ServerCheck {
  return { ok: false, problem, message: TEXTS[problem] };
}

/** A computer talks to itself without a network in between. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

function isMeta(body: unknown): body is { version: string; minClient: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { version, apiLevel, minClient } = body as Record<string, unknown>;
  return typeof version === 'string' && typeof apiLevel === 'number' && typeof minClient === 'string';
}

/** Compares `major.minor.patch`: negative when the first is older. */
function compareVersions(one: string, other: string): number {
  const parts = (version: string): number[] =>
    version
      .split(/[.-]/)
      .slice(0, 3)
      .map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [parts(one), parts(other)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
