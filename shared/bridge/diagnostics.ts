import type { BridgeTable, EventTable } from './page.ts';

/** A part of the report about this computer: names and values, in the order to show. */
export interface DiagnosticsSection {
  title: string;
  rows: { name: string; value: string }[];
}

/** A report about the client on this computer, without secrets and without content. */
export interface DiagnosticsReport {
  /** When it was made, ISO 8601. */
  createdAt: string;
  sections: DiagnosticsSection[];
  /** The last lines of the log. */
  log: string;
}

/** Calls about the diagnostics: arguments and result of each. */
export interface DiagnosticsCalls {
  getDiagnostics: { args: []; result: DiagnosticsReport };
  /**
   * Saves the report with the sections that the page adds, after the system's dialog for the place. Returns false when
   * the member cancels.
   */
  exportDiagnostics: { args: [format: 'json' | 'text', pageSections: DiagnosticsSection[]]; result: boolean };
  /** Asks for the diagnostics as the menu does. */
  openDiagnostics: { args: []; result: void };
  /** Returns whether the menu asked for the diagnostics before the page was there to receive the event; once. */
  takeDiagnosticsRequest: { args: []; result: boolean };
}

/** Events about the diagnostics. */
export interface DiagnosticsEvents {
  /** The menu asks for the diagnostics. */
  diagnosticsRequested: null;
}

/** The page that may make each call. */
export const DIAGNOSTICS_CALLS: BridgeTable<DiagnosticsCalls> = {
  getDiagnostics: 'app',
  exportDiagnostics: 'app',
  openDiagnostics: 'app',
  takeDiagnosticsRequest: 'app',
};

/** The page that receives each event. */
export const DIAGNOSTICS_EVENTS: EventTable<DiagnosticsEvents> = { diagnosticsRequested: 'app' };
