import { isScript, isTestCode, type Rule, type SourceFile } from './source.ts';
import { importsOf, lineOf, resolveImport } from './syntax.ts';

/** An import of one noun's file by another noun's. */
interface NounImport {
  file: SourceFile;
  start: number;
  target: string;
}

/** Imports between nouns: noun, imported noun, and the imports. Types and entities count. */
type NounGraph = ReadonlyMap<string, ReadonlyMap<string, readonly NounImport[]>>;

/** The noun of a file in backend/domains; undefined for any other. */
export function nounOf(path: string): string | undefined {
  return /^backend\/domains\/([^/]+)\//.exec(path)?.[1];
}

/** Reads the graph of nouns from the code that ships. */
function nounGraph(files: readonly SourceFile[]): NounGraph {
  const graph = new Map<string, Map<string, NounImport[]>>();
  for (const file of files) {
    const noun = nounOf(file.path);
    if (noun === undefined || !isScript(file) || isTestCode(file.path)) continue;
    const edges = graph.get(noun) ?? new Map<string, NounImport[]>();
    graph.set(noun, edges);
    for (const { source, start } of importsOf(file)) {
      const target = resolveImport(file.path, source) ?? '';
      const other = nounOf(target);
      if (other === undefined || other === noun) continue;
      edges.set(other, [...(edges.get(other) ?? []), { file, start, target }]);
    }
  }
  return graph;
}

/** The graph of nouns has no cycle; a violation names the cycle and the imports behind it. */
export const checkNouns: Rule = (files) => {
  const graph = nounGraph(files);
  return cyclesOf(graph).flatMap((cycle) => {
    const steps = cycle.map((noun, at) => graph.get(noun)?.get(cycle[(at + 1) % cycle.length] ?? '')?.[0]);
    const [first] = steps;
    if (!first) return [];
    const behind = steps.map((step) => `${step?.file.path.split('/').at(-1)} > ${step?.target.split('/').at(-1)}`);
    const message = `nouns import each other: ${[...cycle, cycle[0]].join(' > ')} (${behind.join(', ')})`;
    return [{ file: first.file.path, line: lineOf(first.file.text, first.start), message }];
  });
};

/** One cycle for each import that closes one, in the order of a walk. */
function cyclesOf(graph: NounGraph): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (noun: string, above: readonly string[]): void => {
    const at = above.indexOf(noun);
    if (at !== -1) cycles.push(above.slice(at));
    if (at !== -1 || done.has(noun)) return;
    for (const other of graph.get(noun)?.keys() ?? []) visit(other, [...above, noun]);
    done.add(noun);
  };
  for (const noun of graph.keys()) visit(noun, []);
  return cycles;
}

/** Draws the graph of nouns in layers, each noun above all that it imports, and reports cycles. */
export function drawNouns(files: readonly SourceFile[]): string {
  const graph = nounGraph(files);
  const cycles = checkNouns(files).map(({ message }) => message);
  if (cycles.length > 0) return `${cycles.join('\n')}\n`;
  const layers: string[][] = [];
  const layerOf = (noun: string): number => 1 + Math.max(-1, ...Array.from(graph.get(noun)?.keys() ?? [], layerOf));
  for (const noun of graph.keys()) (layers[layerOf(noun)] ??= []).push(noun);
  const lines = layers.map((nouns, layer) => {
    const drawn = nouns.toSorted().map((noun) => {
      const below = [...(graph.get(noun)?.keys() ?? [])].toSorted();
      return `  ${noun}${below.length > 0 ? ` > ${below.join(', ')}` : ''}`;
    });
    return `layer ${layer}\n${drawn.join('\n')}`;
  });
  return `${lines.toReversed().join('\n')}\nNo cycle: no noun imports itself through another one.\n`;
}
