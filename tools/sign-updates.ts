import { LauncherError } from './postgres.ts';
import { runTask } from './stack.ts';
import { createUpdateKeys, readPrivateKey, signManifests } from './update-manifests.ts';

/**
 * `npm run sign-updates -- FOLDER [PERCENT]` signs the manifests of a release with UPDATE_SIGNING_KEY, for all
 * installations or for a share of them. `npm run sign-updates -- new-keys` prints a new pair of keys.
 */
await runTask(async () => {
  const [folder, percent] = process.argv.slice(2);
  if (folder === 'new-keys') {
    const { privateKey, publicKey } = createUpdateKeys();
    process.stdout.write(`UPDATE_SIGNING_KEY=${privateKey}\nLYCEUM_UPDATE_KEYS=${publicKey}\n`);
    return 0;
  }
  const key = process.env['UPDATE_SIGNING_KEY'];
  if (folder === undefined || key === undefined || key === '')
    throw new LauncherError('Name the folder of a release, and set UPDATE_SIGNING_KEY.');
  const names = signManifests(folder, readPrivateKey(key), readPercent(percent));
  if (names.length === 0) throw new LauncherError(`There is no latest*.yml in ${folder}.`);
  process.stdout.write(`Signed ${names.join(', ')}.\n`);
  return 0;
});

function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^(?:\d{1,2}|100)$/.test(text)) throw new LauncherError('The share of a rollout is a number from 0 to 100.');
  return Number(text);
}
