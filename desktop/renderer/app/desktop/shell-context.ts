import { createContext } from 'react';
import type { ReactNode } from 'react';

/** What the desktop shell adds to the pages that need no account. */
export interface ShellView {
  /** Says over the page that the server is silent. */
  notice: ReactNode;
  /** Names the server at the foot of the page. */
  serverLine: ReactNode;
}

/** The desktop shell around this page; null in the web app. */
export const ShellContext = createContext<ShellView | null>(null);
