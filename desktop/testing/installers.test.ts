import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/stack.ts';
import { LINK_SCHEME } from '../main/core/deep-links.ts';

/** What the files say that electron-builder makes the installers from; they are built in a release only. */
type Values = Record<string, unknown>;

// The parsers that electron-builder itself reads these files with; it brings no types for them.
const requireOfBuilder = createRequire(join(ROOT, 'node_modules', 'app-builder-lib', 'package.json'));
const yaml = requireOfBuilder('js-yaml') as { load: (text: string) => unknown };
const plist = requireOfBuilder('plist') as { parse: (text: string) => unknown };

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const config = yaml.load(read('electron-builder.yml')) as Record<
  'mac' | 'win' | 'linux' | 'nsis' | 'msi' | 'pkg',
  Values
> &
  Values;
const manifest = JSON.parse(read('package.json')) as { homepage: string; author: { name: string; email: string } };
const lifecycle = read('desktop/main/platform/lifecycle.ts');
const msiProject = read('tools/msi-project.mjs');
const nsis = read('resources/installer.nsh');

it('is packed as MSI, NSIS, PKG, DMG, deb, rpm and AppImage, and as the zip that updates of macOS need', () => {
  expect([config.win['target'], config.mac['target'], config.linux['target']]).toEqual([
    ['nsis', 'msi'],
    ['dmg', 'pkg', 'zip'],
    ['deb', 'rpm', 'AppImage'],
  ]);
  // One file for each target, system and processor.
  expect(config['artifactName']).toBe('lyceum-${version}-${os}-${arch}.${ext}');
});

it('installs for all users with MSI and PKG, and for one user with NSIS', () => {
  expect(config.msi).toMatchObject({ perMachine: true, runAfterFinish: false });
  // Windows Installer finds the installed version by it: with another code, an upgrade would install a second copy.
  expect(config.msi['upgradeCode']).toBe('5E6F0B0C-6C43-4B6B-9C6B-0D7C8C2E7A11');
  expect(config.pkg).toMatchObject({
    installLocation: '/Applications',
    allowCurrentUserHome: false,
    isRelocatable: false,
  });
  expect(config.nsis).toMatchObject({ oneClick: true, perMachine: false, include: 'resources/installer.nsh' });
});

it('registers the scheme of links with every installer', () => {
  expect(config['protocols']).toEqual({ name: 'Lyceum', schemes: [LINK_SCHEME] });
  expect(nsis).toContain(`WriteRegStr HKCU "Software\\Classes\\${LINK_SCHEME}" "URL Protocol" ""`);
  expect(msiProject).toContain(`Key="SOFTWARE\\\\Classes\\\\${LINK_SCHEME}" Name="URL Protocol"`);
});

it('names homepage, maintainer and vendor, without which deb and rpm cannot be built', () => {
  expect(manifest.homepage).toMatch(/^https:\/\/[\w.-]+\//);
  expect(manifest.author).toEqual({ name: 'Lyceum', email: expect.stringMatching(/^[\w.-]+@[\w.-]+$/) });
  expect(config.linux).toMatchObject({
    maintainer: `${manifest.author.name} <${manifest.author.email}>`,
    vendor: 'Lyceum',
    category: 'Education',
    executableName: 'lyceum',
    synopsis: expect.stringMatching(/./),
    description: expect.stringMatching(/./),
  });
  // Windows of the app belong to its desktop file.
  expect([config.linux['syncDesktopName'], config['extraMetadata']]).toEqual([
    true,
    expect.objectContaining({ desktopName: 'lyceum.desktop' }),
  ]);
});

describe('on macOS', () => {
  it('says what camera and microphone are used for, in a sentence', () => {
    const info = config.mac['extendInfo'] as Record<string, string>;
    expect(Object.keys(info).toSorted()).toEqual(['NSCameraUsageDescription', 'NSMicrophoneUsageDescription']);
    for (const text of Object.values(info)) expect(text).toMatch(/^Lyceum .{20,}\.$/);
  });

  it('is notarised with the hardened runtime and only the entitlements that it needs, also in its helpers', () => {
    expect(config.mac).toMatchObject({ hardenedRuntime: true, category: 'public.app-category.education' });
    const { entitlements, entitlementsInherit } = config.mac;
    expect(entitlementsInherit).toBe(entitlements);
    expect(plist.parse(read(String(entitlements)))).toEqual({
      'com.apple.security.cs.allow-jit': true,
      'com.apple.security.device.audio-input': true,
      'com.apple.security.device.camera': true,
    });
  });
});

describe('on Windows', () => {
  it('has one application id for installers, policies and notifications', () => {
    const [, id] = /APP_ID = '([^']+)'/.exec(lifecycle) ?? [];
    expect(id).toBe(config['appId']);
    expect(nsis).toContain(`"${String(id)}"`);
  });

  it('has one class for activated notifications, in main and in the shortcut of the MSI', () => {
    const classes = [lifecycle, msiProject].map((text) => /TOAST_ACTIVATOR_CLSID = '([^']+)'/.exec(text)?.[1]);
    // Windows stores it with each notification.
    expect(new Set(classes)).toEqual(new Set(['{7C1B36D0-5C5A-4B7E-9D0C-3E6A1F0B7A42}']));
    expect(msiProject).toContain('Key="System.AppUserModel.ToastActivatorCLSID" Value="${TOAST_ACTIVATOR_CLSID}"');
  });
});

it.each([
  ['afterPack', 'tools/set-fuses.mjs'],
  ['msiProjectCreated', 'tools/msi-project.mjs'],
])('runs a function in the hook %s', async (hook, file) => {
  expect(config[hook]).toBe(file);
  const { default: run } = (await import(pathToFileURL(join(ROOT, file)).href)) as { default: unknown };
  expect(run).toBeTypeOf('function');
});

it('names only files that exist', () => {
  const named = [
    config.mac['icon'],
    config.mac['entitlements'],
    config.win['icon'],
    config.linux['icon'],
    config.nsis['include'],
  ];
  expect(named.filter((path) => !existsSync(join(ROOT, String(path))))).toEqual([]);
});
