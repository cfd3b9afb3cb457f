import type { DesktopSettings } from '#shared/bridge/desktop.ts';
import type { DiagnosticsCalls, DiagnosticsReport } from '#shared/bridge/diagnostics.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { diagnosticsSections, redactReport, reportText } from './core/diagnostics.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { PolicyReport } from './core/managed.ts';
import { readMeta, type MetaResponse } from './core/server-address.ts';
import type { KeychainPort } from './core/session-store.ts';
import { cookieValues, type AccountSession } from './platform/account.ts';
import { readComputer } from './platform/computer.ts';
import { saveText } from './platform/dialogs.ts';
import { sendToWindows } from './platform/ipc.ts';
import type { Log } from './platform/log.ts';
import { areNotificationsSupported } from './platform/notifications.ts';
import type { SettingsStore } from './platform/settings-store.ts';

const LOG_LINES = 200;

/** What the diagnostics report about. */
interface DiagnosticsParts {
  log: Log;
  settings: SettingsStore;
  account: () => AccountSession;
  fetchMeta: (origin: string) => Promise<MetaResponse>;
  serverUrl: () => string | null;
  live: () => LiveSession;
  keychain: KeychainPort;
  policyReport: () => PolicyReport;
  /** The permissions by name, in words. */
  permissions: () => Record<string, string>;
  desktopSettings: () => DesktopSettings;
  isSafeMode: boolean;
  showWindow: () => void;
}

/** The diagnostics: a report for the page, its export, and the request to show it. */
export interface Diagnostics {
  handlers: HandlersOf<DiagnosticsCalls>;
  /** Shows the diagnostics in the window, which is opened when there is none. */
  open: () => void;
}

/** Creates the diagnostics. */
export function createDiagnostics(parts: DiagnosticsParts): Diagnostics {
  let isRequested = false;
  const open = (): void => {
    isRequested = true;
    parts.showWindow();
    sendToWindows('diagnosticsRequested', null);
  };
  return {
    open,
    handlers: {
      getDiagnostics: async () => redactReport(await createReport(parts), await cookieValues(parts.account())),
      exportDiagnostics: async (format, pageSections) => {
        const report = await createReport(parts);
        const whole = { ...report, sections: [...report.sections, ...pageSections] };
        const clean = redactReport(whole, await cookieValues(parts.account()));
        const name = `lyceum-diagnostics-${report.createdAt.slice(0, 10)}`;
        return format === 'json'
          ? saveText(`${JSON.stringify(clean, null, 2)}\n`, `${name}.json`)
          : saveText(reportText(clean), `${name}.txt`);
      },
      openDiagnostics: open,
      takeDiagnosticsRequest: () => {
        const was = isRequested;
        isRequested = false;
        return was;
      },
    },
  };
}

async function createReport(parts: DiagnosticsParts): Promise<DiagnosticsReport> {
  const [server, keychain] = await Promise.all([
    checkServer(parts),
    parts.keychain.list().then(
      () => 'available' as const,
      () => 'unavailable' as const,
    ),
  ]);
  const { startAtLogin, closeBehaviour, downloads, spelling, zoomFactor } = parts.desktopSettings();
  const sections = diagnosticsSections({
    ...readComputer(),
    server,
    keychain,
    policy: parts.policyReport(),
    permissions: parts.permissions(),
    notifications: {
      'Supported by the system': areNotificationsSupported(),
      'Do not disturb': parts.settings.current.isQuiet,
    },
    settings: {
      'Safe mode': parts.isSafeMode,
      'Start at login': startAtLogin.value,
      'When the window is closed': closeBehaviour.value,
      Downloads: downloads.rule.value,
      Spelling: spelling.isAvailable ? spelling.isOn : 'Not available',
      'Languages of spelling': spelling.languages.join(', '),
      Zoom: `${String(Math.round(zoomFactor * 100))} %`,
    },
  });
  return { createdAt: new Date().toISOString(), sections, log: parts.log.tail(LOG_LINES) };
}

async function checkServer({
  serverUrl,
  fetchMeta,
  live,
}: DiagnosticsParts): Promise<Record<string, string | boolean>> {
  const url = serverUrl();
  if (url === null) return { Address: 'Not chosen yet' };
  const startedAt = performance.now();
  const response = await fetchMeta(url);
  const ms = Math.round(performance.now() - startedAt);
  return {
    Address: url,
    Reachable: response.kind === 'response',
    ...(response.kind === 'response' && {
      'Response time': `${String(ms)} ms`,
      Version: readMeta(response)?.version ?? 'Not a Lyceum server',
    }),
    'Live updates': live().status,
  };
}
