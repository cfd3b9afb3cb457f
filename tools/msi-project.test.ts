import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { extendMsiProject, MSI_PROPERTIES } from './msi-project.mjs';
import { ROOT } from './stack.ts';

/** The project that electron-builder writes, as far as the hook reads it. */
const template = readFileSync(join(ROOT, 'node_modules/app-builder-lib/templates/msi/template.xml'), 'utf8');
const SHORTCUT = '<ShortcutProperty Key="System.AppUserModel.ID" Value="org.lyceum.desktop"/>';
const project = extendMsiProject(template.replace('{{-files}}', SHORTCUT));
const guide = readFileSync(join(ROOT, 'docs', 'rollout.md'), 'utf8');

it.each(MSI_PROPERTIES.map((each) => [each.property, each] as const))(
  '%s writes a value of the policy, keeps it in an upgrade and is documented',
  (property, { value, type }) => {
    expect(project).toContain(`<Property Id="${property}" Secure="yes"/>`);
    expect(project).toMatch(
      new RegExp(
        `Root="HKLM" Key="SOFTWARE\\\\Policies\\\\Lyceum" Name="${value}" Type="${type}" Value="[^"]+" KeyPath`,
      ),
    );
    expect(project).toMatch(
      new RegExp(`<Custom Action="Keep${property}" Sequence="5\\d"><!\\[CDATA\\[NOT ${property} `),
    );
    expect(guide).toContain(`| \`${property}\` | \`${value}\` |`);
  },
);

it('refuses a server without encryption, and registers links and notifications', () => {
  expect(project).toContain('NOT SERVERURL OR SERVERURL << "https://"');
  expect(project).toContain(String.raw`Key="SOFTWARE\Classes\lyceum\shell\open\command"`);
  expect(project).toContain(`${SHORTCUT}\n<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID"`);
});

it('adds each component to the only feature, and each opened element is closed', () => {
  expect(project.match(/<ComponentGroupRef Id="SystemComponents"\/>/g)).toHaveLength(1);
  for (const name of ['Component', 'ComponentGroup', 'InstallExecuteSequence', 'InstallUISequence', 'Product']) {
    const opened = project.match(new RegExp(`<${name}[ >](?![^>]*/>)`, 'g'))?.length;
    expect([name, project.match(new RegExp(`</${name}>`, 'g'))?.length]).toEqual([name, opened]);
  }
});

it('fails the build when electron-builder writes another project', () => {
  expect(() => extendMsiProject('<Wix/>')).toThrow('WiX: no');
  expect(() => extendMsiProject(template)).toThrow('AppUserModel.ID');
});
