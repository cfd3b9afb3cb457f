import { readFileSync, writeFileSync } from 'node:fs';

/** Where the client reads the policy of a computer (docs/rollout.md). */
const POLICY_KEY = String.raw`SOFTWARE\Policies\Lyceum`;
/** Identifies the notifications of the app; main sets the same one at run time. */
const TOAST_ACTIVATOR_CLSID = '{7C1B36D0-5C5A-4B7E-9D0C-3E6A1F0B7A42}';

/**
 * Properties of the installer and the values of the policy that they write. An upgrade removes the values of the former
 * version, so each is read first (`stored`, as Windows Installer returns it) and written again.
 */
export const MSI_PROPERTIES = [
  { property: 'SERVERURL', value: 'serverUrl', type: 'string', data: '[SERVERURL]', given: 'SERVERURL' },
  {
    property: 'SHAREDCOMPUTER',
    value: 'sharedComputer',
    type: 'integer',
    data: '1',
    given: 'SHAREDCOMPUTER = 1',
    stored: '#1',
  },
  { property: 'AUTOSTART', value: 'autoStart', type: 'integer', data: '1', given: 'AUTOSTART = 1', stored: '#1' },
  {
    property: 'DISABLEUPDATES',
    value: 'updates',
    type: 'string',
    data: 'off',
    given: 'DISABLEUPDATES = 1',
    stored: 'off',
  },
];

/**
 * electron-builder's hook `msiProjectCreated`: changes the WiX project before it is compiled.
 *
 * @param {string} file
 */
export default async function changeMsiProject(file) {
  writeFileSync(file, extendMsiProject(readFileSync(file, 'utf8')));
}

/**
 * Adds the properties, the scheme `lyceum:` and the id of notifications to the project that electron-builder writes.
 *
 * @param {string} project
 */
export function extendMsiProject(project) {
  const feature = '<ComponentGroupRef Id="ProductComponents"/>';
  const shortcut = /<ShortcutProperty Key="System\.AppUserModel\.ID"[^>]*\/>/;
  for (const part of [feature, '</Product>']) if (!project.includes(part)) throw new Error(`WiX: no ${part}`);
  if (!shortcut.test(project)) throw new Error('WiX: the shortcut in the start menu has no AppUserModel.ID');
  return project
    .replace(feature, `${feature}\n      <ComponentGroupRef Id="SystemComponents"/>`)
    .replace(
      shortcut,
      (found) =>
        `${found}\n<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID" Value="${TOAST_ACTIVATOR_CLSID}"/>`,
    )
    .replace('</Product>', `${properties()}\n${components()}\n  </Product>`);
}

function properties() {
  const declared = MSI_PROPERTIES.map(
    ({ property, value, stored }) => `
    <Property Id="${property}" Secure="yes"/>
    <Property Id="STORED${property}" Secure="yes">
      <RegistrySearch Id="Search${property}" Root="HKLM" Key="${POLICY_KEY}" Name="${value}" Type="raw"/>
    </Property>
    <CustomAction Id="Keep${property}" Property="${property}" Value="${
      stored === undefined ? `[STORED${property}]` : '1'
    }"/>`,
  );
  // AppSearch has the number 50, LaunchConditions 100.
  const kept = MSI_PROPERTIES.map(({ property, stored }, index) => {
    const isStored = stored === undefined ? `STORED${property}` : `STORED${property} = "${stored}"`;
    return `
      <Custom Action="Keep${property}" Sequence="${51 + index}"><![CDATA[NOT ${property} AND ${isStored}]]></Custom>`;
  }).join('');
  return `${declared.join('')}
    <InstallUISequence>${kept}
    </InstallUISequence>
    <InstallExecuteSequence>${kept}
    </InstallExecuteSequence>
    <Condition Message="SERVERURL must start with https://">
      <![CDATA[Installed OR NOT SERVERURL OR SERVERURL << "https://"]]>
    </Condition>`;
}

function components() {
  const policies = MSI_PROPERTIES.map(
    ({ property, value, type, data, given }) => `
      <Component Id="Policy${property}" Guid="*">
        <Condition><![CDATA[${given}]]></Condition>
        <RegistryValue Root="HKLM" Key="${POLICY_KEY}" Name="${value}" Type="${type}" Value="${data}" KeyPath="yes"/>
      </Component>`,
  );
  return `
    <ComponentGroup Id="SystemComponents" Directory="APPLICATIONFOLDER">${policies.join('')}
      <Component Id="SchemeLyceum" Guid="*">
        <RegistryValue Root="HKLM" Key="SOFTWARE\\Classes\\lyceum" Type="string" Value="URL:Lyceum" KeyPath="yes"/>
        <RegistryValue Root="HKLM" Key="SOFTWARE\\Classes\\lyceum" Name="URL Protocol" Type="string" Value=""/>
        <RegistryValue Root="HKLM" Key="SOFTWARE\\Classes\\lyceum\\shell\\open\\command" Type="string"
          Value="&quot;[#mainExecutable]&quot; &quot;%1&quot;"/>
      </Component>
    </ComponentGroup>`;
}
