import type { SourceFile, Violation } from './source.ts';
import { importsOf, resolveImport } from './syntax.ts';

const DOMAIN = /^backend\/domains\/([^/]+)\//;

/** Domains whose services need each other; entities alone may relate both ways. */
export function checkCycles(files: readonly SourceFile[]): Violation[] {
  const graph = new Map<string, string[]>();
  for (const file of files) {
    if (!DOMAIN.test(file.path) || file.path.endsWith('.entity.ts')) continue;
    const targets = importsOf(file)
      .filter(({ isType }) => !isType)
      .map(({ source }) => resolveImport(file.path, source));
    graph.set(
      file.path,
      targets.filter(
        (target): target is string => target !== undefined && DOMAIN.test(target) && !target.endsWith('.entity.ts'),
      ),
    );
  }
  const done = new Set<string>();
  const violations: Violation[] = [];
  const visit = (path: string, above: readonly string[]) => {
    const at = above.indexOf(path);
    if (at !== -1)
      violations.push({ file: path, line: 1, message: `imports itself: ${[...above.slice(at), path].join(' > ')}` });
    if (at !== -1 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...above, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return violations;
}
