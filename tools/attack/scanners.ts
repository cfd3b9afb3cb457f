import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onStop } from '../interrupt.ts';
import { LauncherError } from '../postgres.ts';
import type { Attempts } from './attempts.ts';
import type { AttackRun } from './plan.ts';
import { SEARCH_WORD } from './records.ts';
import type { World } from './world.ts';

const PROGRAMS = ['wapiti', 'sqlmap'] as const;
/** A scanner that its time limit has not ended is interrupted again, and killed after this time. */
const OVERTIME_MS = 30_000;
/** Without ssrf and xxe, which ask a server of wapiti's authors for their results. */
const MODULES = 'xss,permanentxss,sql,blindsql,file,redirect,crlf,exec,backup,methods,csp,cookieflags,http_headers';
/** How sqlmap runs: without questions, by the techniques whose result does not depend on time. */
const SQLMAP = '--batch --level 1 --technique BEU --dbms PostgreSQL --threads 4 --flush-session --disable-coloring'
  .split(' ')
  .concat(['--ignore-code', '400,401,403,404']);
/** Writes whose bodies sqlmap tests; they leave nothing that another part would notice. */
const BODIES = [
  { path: '/api/login', body: { username: 'someone', password: 'something' } },
  { path: '/api/password/forgot', body: { email: 'someone@example.org' } },
] as const;
/** The last line of sqlmap about an address without injections. */
const IS_TESTED = /all tested parameters do not appear to be injectable/;
const INJECTABLE = /(?:is vulnerable|appears to be .* injectable|is '[^']+' injectable|Parameter: .+ \(\w+\))/;

/** Findings of wapiti that are expected here, with their reason. */
const EXPECTED: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /Strict-Transport-Security is not set/,
    reason: 'the instance serves http on the loopback address; with an https PUBLIC_URL the header is sent',
  },
  {
    pattern: /X-XSS-Protection is not set/,
    reason: 'browsers have removed this filter; the server sends a Content-Security-Policy (OWASP Secure Headers)',
  },
];

/** @throws LauncherError when a scanner is not installed. */
export function checkScanners(): void {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return;
  throw new LauncherError(
    `The attack needs ${missing.join(' and ')}: apt-get install ${PROGRAMS.join(' ')}. ` +
      'Without them: npm run attack -- --without-scanners',
  );
}

/** Runs wapiti and sqlmap with the session of a member, at once and for a limited time. */
export async function scan(world: World, attempts: Attempts, { scannerSeconds }: AttackRun): Promise<void> {
  await world.instance.useLimits('wide');
  const { victims, actors, instance } = world;
  const actor = actors.get('peer');
  if (!actor) return;
  const { ids } = victims[0];
  const cookie = actor.client.cookie;
  const url = (path: string): string => `${instance.url}${path}`;
  const paths = [
    `/api/posts?scope=all&sort=recent&limit=5&authorId=${ids.user}`,
    `/api/search?q=${SEARCH_WORD}&types=post&sort=new&from=2020-01-01&category=x`,
    `/api/users?q=a&role=student&institution=x&limit=5`,
    `/api/students?q=a&field=b&year=2020&sort=name&state=none`,
    `/api/events?when=upcoming&q=a&virtual=true`,
    `/api/messages/search?q=a&from=me&has=file`,
    `/api/comments?postId=${ids.post}&limit=5`,
    `/api/mentions?q=a&postId=${ids.post}`,
    `/api/notifications?filter=all&category=posts&groupKey=x`,
    `/api/advertisements?section=1`,
    `/api/public/courses?limit=5`,
    `/api/username-available?u=someone`,
    `/api/posts/${ids.post}`,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-scan-'));
  try {
    const settings: ScanSettings = {
      folder,
      cookie,
      urls: paths.map(url),
      root: url('/'),
      token: await actor.client.token(),
      seconds: scannerSeconds,
    };
    await Promise.all([runWapiti(settings, attempts), runSqlmap(settings, attempts)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ScanSettings {
  folder: string;
  cookie: string;
  urls: readonly string[];
  root: string;
  /** The CSRF token of the session. */
  token: string;
  seconds: number;
}

async function runWapiti({ folder, cookie, urls, root, seconds }: ScanSettings, attempts: Attempts): Promise<void> {
  const report = join(folder, 'wapiti.json');
  const starts = urls.flatMap((url) => ['-s', url]);
  const given = ['-H', `Cookie: ${cookie}`, '--scope', 'folder', '-m', MODULES, '-f', 'json', '-o', report];
  // The first limits the crawl, the second each module.
  const share = String(Math.ceil(seconds / 5));
  const limits = ['--max-scan-time', share, '--max-attack-time', share];
  const store = ['--store-session', folder, '--store-config', folder, '--flush-session', '--no-bugreport'];
  const output = await run('wapiti', ['-u', root, ...starts, ...given, ...limits, ...store], seconds);
  const modules = [...output.matchAll(/Launching module (\w+)/g)].map(([, name]) => name);
  let found: WapitiReport;
  try {
    found = JSON.parse(readFileSync(report, 'utf8')) as WapitiReport;
  } catch {
    attempts.record([`wapiti has written no report: ${output.slice(-300)}`]);
    return;
  }
  const { findings, expected } = judgeWapiti(found);
  attempts.tried += modules.length;
  for (const finding of findings) attempts.through.add(`wapiti: ${finding}`);
  if (modules.length === 0) attempts.through.add('wapiti has attacked nothing');
  attempts.notes.push(`wapiti ran ${modules.join(', ')}`);
  for (const { what, reason } of expected) attempts.notes.push(`wapiti, expected: ${what} (${reason})`);
}

/** The report of wapiti 3. */
export interface WapitiReport {
  vulnerabilities?: Record<string, readonly WapitiFinding[]>;
  anomalies?: Record<string, readonly WapitiFinding[]>;
}

interface WapitiFinding {
  info: string;
  path: string;
  parameter?: string;
}

/** Separates the findings of a report from the expected ones, each once. */
export function judgeWapiti({ vulnerabilities = {}, anomalies = {} }: WapitiReport): {
  findings: string[];
  expected: { what: string; reason: string }[];
} {
  const findings = new Set<string>();
  const expected = new Map<string, string>();
  for (const [category, list] of [...Object.entries(vulnerabilities), ...Object.entries(anomalies)])
    for (const { info, path, parameter } of list) {
      const known = EXPECTED.find(({ pattern }) => pattern.test(info));
      if (known) expected.set(info, known.reason);
      else findings.add(`${category}: ${info} (${path}${parameter ? `, ${parameter}` : ''})`);
    }
  return { findings: [...findings], expected: [...expected].map(([what, reason]) => ({ what, reason })) };
}

async function runSqlmap(
  { folder, cookie, urls, root, token, seconds }: ScanSettings,
  attempts: Attempts,
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const headers = ['Content-Type: application/json', `CSRF-Token: ${token}`, `Origin: ${new URL(root).origin}`];
  const targets = [
    ...urls.map((url) => ['-u', url, '--cookie', cookie]),
    ...BODIES.map(({ path, body }) =>
      ['-u', new URL(path, root).href, '--cookie', cookie, '--data', JSON.stringify(body)].concat(
        headers.flatMap((header) => ['-H', header]),
      ),
    ),
  ];
  let scanned = 0;
  for (const target of targets) {
    const left = Math.ceil((until - performance.now()) / 1_000);
    if (left <= 0) break;
    const output = await run('sqlmap', [...target, ...SQLMAP, '--output-dir', folder], left);
    if (IS_TESTED.test(output)) scanned += 1;
    const path = new URL(target[1] ?? '').pathname;
    attempts.record(judgeSqlmap(output).map((finding) => `sqlmap: ${path}: ${finding}`));
  }
  attempts.record(scanned > 0 ? [] : ['sqlmap has not tested any address to the end']);
  attempts.notes.push(`sqlmap tested the parameters of ${scanned} of ${targets.length} addresses`);
}

/** Returns the lines of sqlmap's output that report an injection. */
export function judgeSqlmap(output: string): string[] {
  return output.split('\n').filter((line) => INJECTABLE.test(line) && !/might not be|not injectable/.test(line));
}

/** Runs a scanner until it ends, or its time is over. Returns its output. */
function run(program: string, args: readonly string[], seconds: number): Promise<string> {
  return new Promise((resolve) => {
    // Sqlmap would read its targets from a pipe.
    const child = spawn(program, args, { stdio: [program === 'sqlmap' ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    // An interrupted wapiti asks what to do; r makes it write its report.
    const interrupt = (): void => {
      child.kill('SIGINT');
      child.stdin?.write('r\n');
    };
    child.stdin?.on('error', () => undefined);
    const timers = [
      setTimeout(interrupt, seconds * 1_000),
      setTimeout(interrupt, seconds * 1_000 + OVERTIME_MS / 2),
      setTimeout(() => child.kill('SIGKILL'), seconds * 1_000 + OVERTIME_MS),
    ];
    onStop(() => child.kill('SIGKILL'));
    child.once('error', (error) => resolve(String(error)));
    child.once('close', () => {
      for (const timer of timers) clearTimeout(timer);
      resolve(output);
    });
  });
}
