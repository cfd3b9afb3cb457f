/** The zone of a file: its part of the program, its layer there, and the noun it belongs to. */
export interface Zone {
  part: 'shared' | 'backend' | 'main' | 'preload' | 'renderer' | 'outside';
  layer: string;
  /** A layer imports its own rank and lower ones. */
  rank: number;
  noun: string | undefined;
  isSeed: boolean;
}

const BACKEND_RANKS: Record<string, number> = {
  db: 0,
  gateways: 0,
  'domain-events': 0,
  config: 0,
  http: 1,
  realtime: 1,
  domains: 2,
  jobs: 3,
};
/** The lists and the assembly: app, main, live, routes, entities. */
const BACKEND_TOP = 4;
const RENDERER_RANKS: Record<string, number> = { styles: 0, lib: 0, ui: 1, features: 2, screens: 3, app: 4 };
const SEEDS = /^backend\/db\/(?:seeds\/|commands\.ts$|mikro-orm\.config\.ts$)/;

/** The zone of a path. */
export function zoneOf(path: string): Zone {
  const [top = '', second = '', third = '', fourth = ''] = path.split('/');
  if (top === 'shared') return { part: 'shared', layer: 'shared', rank: 0, noun: undefined, isSeed: false };
  if (top === 'backend') {
    const layer = second.replace(/\.ts$/, '');
    return {
      part: 'backend',
      layer,
      rank: BACKEND_RANKS[layer] ?? BACKEND_TOP,
      noun: layer === 'domains' ? third : undefined,
      isSeed: SEEDS.test(path),
    };
  }
  if (top === 'desktop' && second === 'renderer') {
    return {
      part: 'renderer',
      layer: third,
      rank: RENDERER_RANKS[third] ?? 4,
      noun: third === 'features' ? fourth : undefined,
      isSeed: false,
    };
  }
  const part = top === 'desktop' && (second === 'main' || second === 'preload') ? second : 'outside';
  return { part, layer: second, rank: 0, noun: undefined, isSeed: false };
}
