import type { ReactNode } from 'react';

/** A place where a reader decides what a clause speaks of. A path `/settings#...` is where their role has it. */
interface ClauseControl {
  label: string;
  path: string;
}

/** One clause of a legal page: `id` is its anchor, `summary` says the same in a sentence or two of plain words. */
export interface Clause {
  id: string;
  title: string;
  summary: string;
  body: ReactNode;
  /** Where one decides about it. */
  controls?: readonly ClauseControl[];
}
