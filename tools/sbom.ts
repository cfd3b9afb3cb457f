import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInventory } from './inventory.ts';
import { ROOT, runTask } from './stack.ts';

const FILE = 'out/lyceum.cdx.json';

/** `npm run sbom` writes the software bill of materials, in CycloneDX. */
await runTask(async () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  const inventory = createInventory(
    read('package.json') as Parameters<typeof createInventory>[0],
    read('package-lock.json') as Parameters<typeof createInventory>[1],
  );
  mkdirSync(dirname(join(ROOT, FILE)), { recursive: true });
  writeFileSync(join(ROOT, FILE), `${JSON.stringify(inventory, null, 2)}\n`);
  process.stdout.write(`Wrote ${FILE}: ${inventory.components.length} packages.\n`);
  return 0;
});
