import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildShell } from '../../tools/bundles.ts';
import { ROOT } from '../../tools/stack.ts';

/** Marks the fuses in Electron's binary. Source: @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = 9;
/** What each part of the archive may weigh, in kB. Main's limit is the one of the design: start-up stays fast. */
const SIZES_KB: Record<string, number> = {
  main: 1_000,
  preload: 50,
  renderer: 8_000,
  node_modules: 400,
  'package.json': 5,
};

let folder: string;
let app: string;
let files: string[];

/**
 * Packs the client as `electron-builder --dir` does, around a stand-in for Electron's own files; nothing is fetched.
 */
beforeAll(() => {
  buildShell();
  folder = mkdtempSync(join(tmpdir(), 'lyceum-package-'));
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.alloc(FUSES, FuseState.ENABLE)]);
  writeFileSync(join(dist, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]));
  chmodSync(join(dist, 'electron'), 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(dist, name), '45.4.1');
  const output = join(folder, 'output');
  const builder = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      builder,
      '--linux',
      'dir',
      '--x64',
      `-c.electronDist=${dist}`,
      `-c.directories.output=${output}`,
      '-c.electronVersion=45.4.1',
      '--publish',
      'never',
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, ELECTRON_BUILDER_CACHE: join(folder, 'cache') },
    },
  );
  if (status !== 0) throw new Error(`electron-builder failed:\n${stdout}${stderr}`);
  app = join(output, 'linux-unpacked');
  files = listPackage(join(app, 'resources', 'app.asar'), { isPack: false }).map((path) => path.replaceAll('\\', '/'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('holds main, preload, renderer and the keychain, and nothing else', () => {
  const allowed = [
    /^\/(?:out|out\/main|out\/preload|out\/renderer|out\/renderer\/assets(?:\/pdf-[\d.]+(?:\/\w+)?)?|node_modules|node_modules\/keytar|node_modules\/keytar\/lib|node_modules\/keytar\/prebuilds(?:\/linux-x64)?)$/,
    /^\/package\.json$/,
    /^\/out\/main\/[\w.-]+\.js$/,
    /^\/out\/main\/chunks(?:\/[\w.-]+\.js)?$/,
    /^\/out\/preload\/index\.cjs$/,
    /^\/out\/renderer\/(?:index\.html|icon\.svg|theme\.js|third-party-notices\.txt|assets\/[\w.~-]+\.(?:js|css|woff2|svg|png|wav))$/,
    /^\/out\/renderer\/assets\/pdf-[\d.]+\/(?:worker\.js|(?:cmaps|decoders|fonts)\/[\w.-]+)$/,
    /^\/node_modules\/keytar\/(?:package\.json|LICENSE\.md|lib\/keytar\.js|prebuilds\/linux-x64\/[\w.@-]+\.node)$/,
  ];
  expect(files.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
  for (const needed of [
    '/out/main/index.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/node_modules/keytar/lib/keytar.js',
  ])
    expect(files).toContain(needed);
});

it('knows its entry and carries no list of packages or scripts', () => {
  const manifest = JSON.parse(extractFile(join(app, 'resources', 'app.asar'), 'package.json').toString()) as Record<
    string,
    unknown
  >;
  expect(manifest).toMatchObject({ name: 'lyceum', main: 'out/main/index.js', desktopName: 'lyceum.desktop' });
  for (const field of ['dependencies', 'devDependencies', 'scripts', 'allowScripts', 'overrides'])
    expect(manifest[field] ?? {}).toEqual({});
});

it('holds at most the sizes of each part, and main less than a megabyte', () => {
  const archive = join(app, 'resources', 'app.asar');
  const sizes = new Map<string, number>();
  for (const file of files) {
    const entry = statFile(archive, file.slice(1));
    if (!('size' in entry)) continue;
    const part = /^\/(?:out\/)?([^/]+)/.exec(file)?.[1] ?? '';
    sizes.set(part, (sizes.get(part) ?? 0) + entry.size);
  }
  const inKilobytes = Object.fromEntries([...sizes].map(([part, bytes]) => [part, Math.ceil(bytes / 1_000)]));
  process.stdout.write(`packaged: ${JSON.stringify(inKilobytes)} kB in ${files.length} entries\n`);
  for (const [part, size] of Object.entries(inKilobytes))
    expect([part, size <= (SIZES_KB[part] ?? 0)]).toEqual([part, true]);
});

it('has the tray images and the licences of all bundled packages beside the archive', () => {
  const resources = join(app, 'resources');
  expect(readdirSync(join(resources, 'tray')).toSorted()).toEqual(
    readdirSync(join(ROOT, 'resources', 'tray'))
      .filter((name) => name !== 'source')
      .toSorted(),
  );
  const notices = readFileSync(join(resources, 'third-party-notices.txt'), 'utf8');
  for (const name of ['@github/keytar', 'electron-updater', 'socket.io-client', 'react', 'pdfjs-dist', 'zod'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  expect(notices).toContain('SIL OPEN FONT LICENSE');
  expect(readFileSync(join(app, 'LICENSE.electron.txt'), 'utf8')).not.toBe('');
});

it('checks updates by a signed manifest, never by the address in the package', () => {
  const config = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
  expect(config).toMatch(/^publish:\n {2}provider: generic\n {2}url: https:\/\/updates\.invalid\/$/m);
});

it('keeps native code outside the archive, where the system can load it', () => {
  expect(
    existsSync(join(app, 'resources', 'app.asar.unpacked', 'node_modules', 'keytar', 'prebuilds', 'linux-x64')),
  ).toBe(true);
});

it('has every fuse set as written', async () => {
  const wire = await getCurrentFuseWire(join(app, 'lyceum'));
  const read = Object.fromEntries(
    Object.values(FuseV1Options)
      .filter((option) => typeof option === 'number')
      .map((option) => [FuseV1Options[option], wire[option] === FuseState.ENABLE]),
  );
  expect(read).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});
