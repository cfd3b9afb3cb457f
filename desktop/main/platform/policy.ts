import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemPreferences } from 'electron';
import { SECOND_MS } from '#shared/time.ts';
import { readUserDefaults } from '../core/policy-defaults.ts';
import { parsePolicyFile, refuseOwnership } from '../core/policy-files.ts';
import { parseRegistry, REGISTRY_PLACES } from '../core/policy-registry.ts';
import type { PolicyLayer, PolicyProblem, PolicySource } from '../core/policy.ts';

/** How long the start waits for a place with mandatory keys: after a login, a busy computer starts programs late. */
const MANDATORY_TIMEOUT_MS = 5 * SECOND_MS;
/** How long the start waits for a place that only recommends. */
const RECOMMENDED_TIMEOUT_MS = 450;
const OUTPUT_MAX_BYTES = 1_000_000;
const ROOT_UID = 0;

/** What was read from all places. */
export interface PolicyRead {
  layers: PolicyLayer[];
  problems: PolicyProblem[];
  /** Sources with mandatory keys that could not be read, or only in part. */
  unread: PolicySource[];
}

/** Where the policy is read. */
export interface PolicyPlaces {
  platform: NodeJS.Platform;
  /** Folders where Windows may be; the first that contains reg.exe is used. */
  systemRoots: readonly [string, ...string[]];
  /** Folder of the policy files on Linux. */
  policyDir: string;
  /** True when the files may also belong to the user who runs the app, which only an unpackaged app accepts. */
  isOwnAllowed: boolean;
}

/** Reads the policy of this system. Never throws, and returns after 5 s at the latest. */
export async function readPolicyPlaces(places: PolicyPlaces): Promise<PolicyRead> {
  if (places.platform === 'win32') {
    const reg = findReg(places.systemRoots);
    return collect(
      REGISTRY_PLACES.map(({ root, source }) => ({
        place: root,
        source,
        read: (signal) => queryRegistry(reg, { root, source }, signal),
      })),
    );
  }
  if (places.platform === 'darwin')
    return collect([{ place: 'org.lyceum.desktop', source: 'device', read: async () => readPreferences() }]);
  return collect(
    FOLDERS.map(([folder, source]) => ({
      place: join(places.policyDir, folder),
      source,
      read: () => readFolder({ folder, source }, places),
    })),
  );
}

/** Folders of policy files on Linux. */
const FOLDERS = [
  ['managed', 'device'],
  ['recommended', 'recommended'],
] as const;

/** A place and how it is read; `signal` aborts when that takes too long. */
interface Reading {
  place: string;
  source: PolicySource;
  read: (signal: AbortSignal) => Promise<(PolicyLayer | PolicyProblem)[]>;
}

/** Reads all places at once; one that fails or takes too long is a problem. */
async function collect(readings: readonly Reading[]): Promise<PolicyRead> {
  const all = await Promise.all(
    readings.map(async ({ place, source, read }) => {
      const timeoutMs = source === 'recommended' ? RECOMMENDED_TIMEOUT_MS : MANDATORY_TIMEOUT_MS;
      const found = await inTime(read, timeoutMs).catch((error: unknown): PolicyProblem[] => [
        { place, key: null, reason: String(error) },
      ]);
      return { source, found };
    }),
  );
  const found = all.flatMap((one) => one.found);
  return {
    layers: found.filter((one) => 'values' in one),
    problems: found.filter((one) => 'reason' in one),
    unread: all.flatMap((one) =>
      one.source !== 'recommended' && one.found.some((item) => 'reason' in item) ? [one.source] : [],
    ),
  };
}

async function inTime<Value>(work: (signal: AbortSignal) => Promise<Value>, timeoutMs: number): Promise<Value> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('Reading it took too long.'));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the path of reg.exe. Its name alone would let PATH choose another program. */
function findReg([first, ...others]: PolicyPlaces['systemRoots']): string {
  const programOf = (root: string): string => join(root, 'System32', 'reg.exe');
  return programOf([first, ...others].find((root) => existsSync(programOf(root))) ?? first);
}

/** Reads a registry key. Native modules are not needed: Windows contains reg.exe. */
function queryRegistry(
  reg: string,
  place: (typeof REGISTRY_PLACES)[number],
  signal: AbortSignal,
): Promise<PolicyLayer[]> {
  const options = { signal, maxBuffer: OUTPUT_MAX_BYTES, windowsHide: true };
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
  { folder, source }: { folder: string; source: PolicySource },
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
  return Promise.all(
    files.toReversed().map(async (name) => {
      const path = join(place, name);
      return (await refuse(path, true)) ?? parsePolicyFile(await readFile(path, 'utf8'), { source, place: path });
    }),
  );
}
