import type { CaptureAccess, DeviceAccess } from '#shared/bridge/media.ts';
import type { DiagnosticsReport, DiagnosticsSection } from '#shared/bridge/diagnostics.ts';
import type { PolicyReport } from './managed.ts';
import { redact } from './redact.ts';

/** Rows by name; undefined leaves a row out. */
type Rows = Record<string, string | number | boolean | null | undefined>;

/** What main knows about the client and this computer. */
export interface DiagnosticsFacts {
  versions: Rows;
  policy: PolicyReport;
  permissions: Rows;
  notifications: Rows;
  /** Whether sessions can be stored between two starts. */
  keychain: 'available' | 'unavailable';
  server: Rows;
  displays: readonly { width: number; height: number; scaleFactor: number; isPrimary: boolean }[];
  graphics: Rows;
  settings: Rows;
}

/** Returns the sections of a report, in the order to show. */
export function diagnosticsSections(facts: DiagnosticsFacts): DiagnosticsSection[] {
  const { policy, displays } = facts;
  const isUnmanaged = policy.entries.length === 0 && policy.problems.length === 0;
  return [
    section('Versions', facts.versions),
    section('Server', facts.server),
    {
      title: 'Policy',
      rows: isUnmanaged
        ? [{ name: 'Policy', value: 'No policy' }]
        : [
            ...policy.entries.map(({ key, value, source }) => ({ name: key, value: `${value} (${source})` })),
            ...policy.problems.map((value) => ({ name: 'Skipped', value })),
          ],
    },
    section(
      'Permissions',
      Object.keys(facts.permissions).length > 0 ? facts.permissions : { 'Remembered choices': null },
    ),
    section('Notifications', facts.notifications),
    section('Keychain', {
      State:
        facts.keychain === 'available' ? 'Available' : 'Unavailable: members log in again at each start of the app',
    }),
    section('Settings', facts.settings),
    {
      title: 'Displays',
      rows: displays.map(({ width, height, scaleFactor, isPrimary }, index) => ({
        name: `Display ${String(index + 1)}${isPrimary ? ' (main)' : ''}`,
        value: `${String(width)} × ${String(height)} at ${String(Math.round(scaleFactor * 100))} %`,
      })),
    },
    section('Graphics', facts.graphics),
  ];
}

function section(title: string, rows: Rows): DiagnosticsSection {
  return {
    title,
    rows: Object.entries(rows).flatMap(([name, value]) => (value === undefined ? [] : { name, value: wordOf(value) })),
  };
}

function wordOf(value: string | number | boolean | null): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** Returns a report without secrets: each text is redacted, and the known `secrets` are removed from all of them. */
export function redactReport(report: DiagnosticsReport, secrets: readonly string[]): DiagnosticsReport {
  const clean = (text: string): string => redact(text, secrets);
  return {
    createdAt: report.createdAt,
    sections: report.sections.map(({ title, rows }) => ({
      title: clean(title),
      rows: rows.map(({ name, value }) => ({ name: clean(name), value: clean(value) })),
    })),
    log: clean(report.log),
  };
}

/** Returns a report as a text file. */
export function reportText({ createdAt, sections, log }: DiagnosticsReport): string {
  const parts = sections.map(
    ({ title, rows }) => `${title}\n${rows.map(({ name, value }) => `  ${name}: ${value}`).join('\n')}`,
  );
  return [`Lyceum diagnostics, ${createdAt}`, ...parts, `Log\n${log}`, ''].join('\n\n');
}

/** Returns the permissions of camera, microphone and screen as rows: rule of the policy, remembered choice, system. */
export function permissionRows({ camera, microphone, screenShare }: CaptureAccess): Record<string, string> {
  const textOf = ({ rule, choice, system }: DeviceAccess): string =>
    `policy: ${rule}, remembered: ${choice ?? 'none'}, system: ${system}`;
  return { Camera: textOf(camera), Microphone: textOf(microphone), 'Sharing the screen': `policy: ${screenShare}` };
}
