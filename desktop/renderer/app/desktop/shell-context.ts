import { createContext } from 'react';
import type { ReactNode } from 'react';

/** What the desktop app adds to the public pages. */
interface ShellView {
  /** Shown above the page when the server is unreachable. */
  banner: ReactNode;
  /** Shows the server at the foot of the page. */
  serverLine: ReactNode;
}

/** The desktop app's additions; null in the web app. */
export const ShellContext = createContext<ShellView | null>(null);
