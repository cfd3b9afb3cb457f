import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './stack.ts';

const FOLDER = join(ROOT, '.github', 'workflows');
const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe.each(workflows)('%s', (_name, text) => {
  it('uses actions by commit, with the version as a comment', () => {
    const uses = text.match(/^.*\buses:.*$/gm) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('reads the repository, keeps no credentials, and stops', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text.match(/^ +\w+: write$/gm) ?? []).toEqual(
      text.includes('gh release create') ? ['      contents: write'] : [],
    );
    expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g)?.length ?? 0);
    expect(text.match(/timeout-minutes:/g)).toHaveLength(text.match(/runs-on:/g)?.length ?? 0);
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  it('gives scripts nothing that an author of a change can choose', () => {
    const inScripts = [...text.matchAll(/^ +run: (?!\|).*$|^ +run: \|\n(?: {10,}.*\n|\n)+/gm)].map(
      ([script]) => script,
    );
    for (const script of inScripts) expect(script).not.toMatch(/\$\{\{(?! matrix\.options \}\})/);
  });

  it('runs commands that exist', () => {
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
  });
});

it('secrets are used by the release alone, in its environment', () => {
  for (const [name, text] of workflows)
    expect([name, text.includes('secrets.')]).toEqual([name, name === 'release.yml']);
  const release = new Map(workflows).get('release.yml') ?? '';
  expect(release.match(/^ {4}environment: release$/gm)).toHaveLength(release.match(/runs-on:/g)?.length ?? 0);
});

it('the release compares the fuses of a client of each system and processor', () => {
  const release = new Map(workflows).get('release.yml') ?? '';
  const packed = [...release.matchAll(/^ +options: --(\w+) (.*)\n +unpacked: (.*)$/gm)].map(
    ([, system, cpus, folders]) => ({
      folders,
      expected: (cpus ?? '').split(' ').map((cpu) => {
        const suffix = cpu === '--x64' ? '' : cpu.slice(1);
        return `out/packages/${system}${suffix}${system === 'mac' ? '' : '-unpacked'}`;
      }),
    }),
  );
  expect(packed).toHaveLength(3);
  for (const { folders, expected } of packed) expect(folders?.split(' ')).toEqual(expected);
  expect(release).toContain('run: node tools/check-fuses.mjs $UNPACKED\n');
});

it('the attack and its controls run every week', () => {
  const attack = new Map(workflows).get('attack.yml') ?? '';
  expect(attack).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m);
  expect(attack).toMatch(/ && npm run attack$/m);
  expect(attack).toMatch(/ && npm run attack -- --controls$/m);
});

it('the rules and the unit tests run on each system, on files with the same line ends', () => {
  const check = new Map(workflows).get('check.yml') ?? '';
  expect(check).toContain('os: [ubuntu-24.04, windows-2025, macos-15]\n');
  expect(check).toContain("- if: runner.os != 'Linux'\n        run: npm test -- check unit\n");
  // All parts, on Linux.
  expect(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')).toMatch(/^npm test$/m);
  expect(readFileSync(join(ROOT, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
});

it('Electron finds a keychain on Linux, where a system has none without a desktop', () => {
  const check = new Map(workflows).get('check.yml') ?? '';
  const job = check.slice(check.indexOf('\n  desktop:'));
  const [before = '', after] = job.split('run: xvfb-run --auto-servernum npm test -- e2e electron/\n');
  expect(after).toBeDefined();
  const packages = /apt-get install --yes --no-install-recommends (.*)\n/.exec(before)?.[1]?.split(' ');
  // What the Secret Service of the flows takes, as in .ci/run.
  const needed = ['dbus', 'gnome-keyring', 'libsecret-1-0'];
  expect(packages).toEqual(expect.arrayContaining(needed));
  const complete = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
  for (const name of needed) expect(complete).toContain(` ${name} `);
});
