import { execFile } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemPreferences } from 'electron';
import { readUserDefaults } from '../core/policy-defaults.ts';
import { parsePolicyFile, refuseOwnership } from '../core/policy-files.ts';
import { parseRegistry, REGISTRY_PLACES } from '../core/policy-registry.ts';
import type { PolicyLayer, PolicyProblem } from '../core/policy.ts';

/** How long the start waits for one place. */
const READ_TIMEOUT_MS = 450;
const OUTPUT_MAX_BYTES = 1_000_000;
const ROOT_UID = 0;

/** What was read from all places. */
export interface PolicyRead {
  layers: PolicyLayer[];
  problems: PolicyProblem[];
}

/** Where the policy is read. */
export interface PolicyPlaces {
  platform: NodeJS.Platform;
  /** Folder of Windows. */
  systemRoot: string;
  /** Folder of the policy files on Linux. */
  policyDir: string;
  /** True when the files may also belong to the user who runs the app, which only an unpackaged app accepts. */
  isOwnAllowed: boolean;
}

/** Reads the policy of this system. Never throws and never takes longer than half a second. */
export async function readPolicyPlaces(places: PolicyPlaces): Promise<PolicyRead> {
  if (places.platform === 'win32') {
    const reg = join(places.systemRoot, 'System32', 'reg.exe');
    return collect(REGISTRY_PLACES.map(({ root, source }) => [root, () => queryRegistry(reg, { root, source })]));
  }
  if (places.platform === 'darwin') return collect([['org.lyceum.desktop', async () => readPreferences()]]);
  return collect(
    (['managed', 'recommended'] as const).map((folder) => [
      join(places.policyDir, folder),
      () => readFolder(folder, places),
    ]),
  );
}

type Reading = [place: string, read: () => Promise<(PolicyLayer | PolicyProblem)[]>];

/** Reads all places at once; one that fails or takes too long is a problem. */
async function collect(readings: readonly Reading[]): Promise<PolicyRead> {
  const all = await Promise.all(
    readings.map(([place, read]) =>
      inTime(read()).catch((error: unknown): PolicyProblem[] => [{ place, key: null, reason: String(error) }]),
    ),
  );
  const found = all.flat();
  return {
    layers: found.filter((one) => 'values' in one),
    problems: found.filter((one) => 'reason' in one),
  };
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Reading it took too long.')), READ_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a registry key. Native modules are not needed: Windows contains reg.exe. */
function queryRegistry(reg: string, place: (typeof REGISTRY_PLACES)[number]): Promise<PolicyLayer[]> {
  const options = { timeout: READ_TIMEOUT_MS, maxBuffer: OUTPUT_MAX_BYTES, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile(reg, ['query', place.root, '/s', '/reg:64'], options, (error, output) => {
      // reg.exe exits with 1 when the key does not exist; its message is translated.
      if (error === null || error.code === 1) resolve(parseRegistry(output, place));
      else reject(new Error(`reg.exe failed: ${String(error.code ?? error.signal)}`));
    });
  });
}

function readPreferences(): PolicyLayer[] {
  return readUserDefaults({
    text: (key) => systemPreferences.getUserDefault(key, 'string'),
    list: (key) => systemPreferences.getUserDefault(key, 'array'),
    dictionary: (key) => systemPreferences.getUserDefault(key, 'dictionary'),
  });
}

/** Reads the files of a folder; of two files that set the same key, the one with the later name is stronger. */
async function readFolder(
  folder: 'managed' | 'recommended',
  { policyDir, isOwnAllowed }: PolicyPlaces,
): Promise<(PolicyLayer | PolicyProblem)[]> {
  const place = join(policyDir, folder);
  const owners = isOwnAllowed ? [ROOT_UID, process.getuid?.() ?? ROOT_UID] : [ROOT_UID];
  const refuse = async (path: string, mustBeFile: boolean): Promise<PolicyProblem | null> => {
    const stats = await lstat(path);
    const { uid, mode } = stats;
    const reason = refuseOwnership({ uid, mode, isFile: stats.isFile() }, { owners, mustBeFile });
    return reason === null ? null : { place: path, key: null, reason };
  };
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json')).toSorted();
  if (files.length === 0) return [];
  const refused = await refuse(place, false);
  if (refused) return [refused];
  const source = folder === 'managed' ? 'device' : 'recommended';
  return Promise.all(
    files.toReversed().map(async (name) => {
      const path = join(place, name);
      return (await refuse(path, true)) ?? parsePolicyFile(await readFile(path, 'utf8'), { source, place: path });
    }),
  );
}
