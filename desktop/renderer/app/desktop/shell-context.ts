import { createContext } from 'react';

/** What pages may know of the desktop shell; null in the web app. */
export interface ShellView {
  /** Origin of the server that the shell talks to. */
  serverUrl: string;
  /** Opens the page that chooses another. */
  chooseServer: () => void;
}

/** The desktop shell around this page. */
export const ShellContext = createContext<ShellView | null>(null);
