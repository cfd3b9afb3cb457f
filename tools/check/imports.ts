import { isScript, isTestCode, type Rule, type SourceFile, type Violation } from './source.ts';
import { importsOf, lineOf, resolveImport, type ImportEntry } from './syntax.ts';
import { checkRestrictedApis } from './restricted-apis.ts';
import { zoneOf, type Zone } from './zones.ts';

/**
 * Allowed imports between zones. Tests, backend/testing, backend/bench, desktop/e2e and tools assemble whole parts and
 * are exempt.
 */
export const checkImports: Rule = (files) => {
  const scripts = files.filter(isScript);
  const zoned = scripts.filter(
    ({ path }) => !isTestCode(path) && !path.startsWith('tools/') && !path.endsWith('.config.ts'),
  );
  return [...zoned.flatMap(checkZones), ...scripts.flatMap(checkRestrictedApis)];
};

function checkZones(file: SourceFile): Violation[] {
  const from = zoneOf(file.path);
  return importsOf(file).flatMap((entry): Violation[] => {
    const target = resolveImport(file.path, entry.source);
    const message =
      target === undefined
        ? refusePackage(from, entry)
        : refuseZone(from, { zone: zoneOf(target), path: target, entry });
    return message === undefined ? [] : [{ file: file.path, line: lineOf(file.text, entry.start), message }];
  });
}

function refusePackage(from: Zone, { source }: ImportEntry): string | undefined {
  if (from.part === 'shared' && source !== 'zod' && !source.startsWith('zod/'))
    return `shared imports zod only, not ${source}`;
  if (from.part === 'renderer' && source.startsWith('node:')) return `the renderer has no Node: ${source}`;
  if (from.part === 'backend' && /^(?:react|react-dom)(?:\/|$)/.test(source))
    return `the backend has no React: ${source}`;
  return undefined;
}

interface Target {
  zone: Zone;
  path: string;
  entry: ImportEntry;
}

function refuseZone(from: Zone, { zone: to, path, entry }: Target): string | undefined {
  if (to.part === 'shared') return undefined;
  if (from.part !== to.part) return `${from.part} may not import ${to.part} (${path})`;
  if (isTestCode(path)) return `code that ships may not import test code (${path})`;
  if (from.part === 'backend') return refuseBackend(from, to, path);
  return from.part === 'renderer' ? refuseRenderer(from, { zone: to, path, entry }) : undefined;
}

function refuseBackend(from: Zone, to: Zone, path: string): string | undefined {
  // Seeds fill the tables of every noun, and the commands run them.
  if (from.isSeed) return undefined;
  if (to.rank > from.rank) return `${from.layer} may not import ${to.layer} (${path})`;
  if (from.layer !== 'domains' || to.layer !== 'domains' || from.noun === to.noun) return undefined;
  if (/\.(?:entity|access|view|service)\.ts$/.test(path)) return undefined;
  return `between domains only entity, access, view and service may be imported (${path})`;
}

function refuseRenderer(from: Zone, { zone: to, path, entry }: Target): string | undefined {
  if (to.rank > from.rank) return `${from.layer} may not import ${to.layer} (${path})`;
  // Styles and lib are the lowest layer; ui shows the toasts of lib, which needs no exception.
  if (from.layer === 'features' && to.layer === 'features' && from.noun !== to.noun && to.noun !== 'users') {
    return `features do not import each other, except users (${path}${entry.isType ? ', even for a type' : ''})`;
  }
  return undefined;
}
