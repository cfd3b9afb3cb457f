import { renderLinuxSchema } from './linux.ts';
import { renderManifest, renderProfile } from './macos.ts';
import { renderPolicyPage } from './page.ts';
import { renderAdml, renderAdmx } from './windows.ts';

/** Folder of the generated templates. */
export const POLICIES_FOLDER = 'resources/policies';

/** Path of the generated page. */
const POLICIES_PAGE = 'docs/policies.md';

/** Renders the templates of every system and the page, by path. */
export function renderPolicies(): Map<string, string> {
  return new Map([
    [`${POLICIES_FOLDER}/windows/lyceum.admx`, renderAdmx()],
    [`${POLICIES_FOLDER}/windows/en-US/lyceum.adml`, renderAdml()],
    [`${POLICIES_FOLDER}/macos/lyceum.mobileconfig`, renderProfile()],
    [`${POLICIES_FOLDER}/macos/org.lyceum.desktop.manifest.plist`, renderManifest()],
    [`${POLICIES_FOLDER}/linux/managed.schema.json`, renderLinuxSchema('managed')],
    [`${POLICIES_FOLDER}/linux/recommended.schema.json`, renderLinuxSchema('recommended')],
    [POLICIES_PAGE, renderPolicyPage()],
  ]);
}
