import type { ReactNode } from 'react';

/** A setting that a clause mentions. A path `/settings#...` is mapped to the reader's role. */
interface ClauseControl {
  label: string;
  path: string;
}

/** One clause of a legal page: `id` is its anchor, `summary` is a plain version of one or two sentences. */
export interface Clause {
  id: string;
  title: string;
  summary: string;
  body: ReactNode;
  /** The settings that it mentions. */
  controls?: readonly ClauseControl[];
}
