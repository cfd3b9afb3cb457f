import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** All nine fuses of the packed client, and whether each is on. tools/check-fuses.mjs compares clients with it. */
export const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/**
 * Sets all nine fuses of the packed client, before it is signed. electron-builder's own copy supports eight;
 * `strictlyRequireAllFuses` fails the build when Electron gets a tenth.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export default async function setFuses(context) {
  const { productFilename } = context.packager.appInfo;
  const names = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: context.packager.executableName,
  };
  await flipFuses(join(context.appOutDir, names[context.electronPlatformName]), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
    ...FUSES,
  });
}
