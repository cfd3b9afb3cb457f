import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { Elements } from '../../ui/elements.ts';

/** What the desktop app adds to the public pages and the account menu. */
interface ShellView {
  /** Shown above the page when the server is unreachable. */
  banner: Elements;
  /** Shown above the signed-in pages in the place of the state of live updates. */
  notice?: ReactNode;
  /** Shows the server at the foot of the page. */
  serverLine: ReactNode;
  /** Entries of the account menu for the other accounts on this computer. */
  accountItems: Elements;
}

/** The desktop app's additions; null in the web app. */
export const ShellContext = createContext<ShellView | null>(null);
