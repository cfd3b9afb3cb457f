import type { ReactNode } from 'react';

/** One clause of a legal page: `id` is its anchor, `summary` says the same in a sentence or two of plain words. */
export interface Clause {
  id: string;
  title: string;
  summary: string;
  body: ReactNode;
}
