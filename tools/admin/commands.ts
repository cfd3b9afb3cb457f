import { parseArgs } from 'node:util';
import { ROLES, type Role } from '#shared/api/endpoint.ts';
import { findAccount, listReports, loadReportLine } from '../../backend/domains/operator/operator.lists.ts';
import {
  changeRole,
  dismissReports,
  readReport,
  removeReported,
  removeTwoFactor,
  suspendUser,
  unsuspendUser,
  type Operator,
} from '../../backend/domains/operator/operator.service.ts';
import { approveUser, listAwaiting, type AwaitingLine } from '../../backend/domains/operator/approvals.service.ts';
import { createAnnouncement } from '../../backend/domains/operator/announcements.service.ts';
import { REPORT_STATUSES, type ReportStatus } from '../../backend/domains/operator/report.entity.ts';
import { AD_COMMANDS } from './ad-commands.ts';
import { limitIn, OPTION_NAMES, textIn, type Command, type CommandInput, type Options } from './command.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { HELP_COMMANDS } from './help-commands.ts';
import { LauncherError } from '../postgres.ts';
import { OUTBOX_COMMANDS } from './outbox-commands.ts';
import { formatReport, formatReports } from './report-text.ts';
import { formatFields, formatTable, formatTime, oneLine } from './table.ts';

/** The text that explains every command. */
export const USAGE = `Reports:
  reports list [--status open|dismissed|removed|suspended] [--limit 50]
  reports show REPORT --operator NAME
  reports dismiss REPORT --operator NAME [--note TEXT]
  reports remove-content REPORT --operator NAME [--note TEXT]
  reports suspend-user REPORT --operator NAME --reason TEXT [--note TEXT]
Users, by username:
  users show USERNAME
  users awaiting [--limit 50]
  users approve USERNAME --revision REVISION --operator NAME [--note TEXT]
  users suspend USERNAME --operator NAME --reason TEXT [--note TEXT]
  users unsuspend USERNAME --operator NAME [--note TEXT]
  users role USERNAME student|teacher|institution|creator --operator NAME [--note TEXT]
  users drop-two-factor USERNAME --operator NAME [--note TEXT]
Advertisements:
  ads list [--state review|active|paused|rejected]
  ads show AD [--save FILE]
  ads approve AD --revision REVISION --operator NAME
  ads reject AD --operator NAME --reason TEXT
News to the members who have the switch "News about Lyceum" on:
  announce members --title TEXT --text TEXT --operator NAME
Help:
  support list [--limit 50]
  support close MESSAGE
  help searches [--limit 50]
  help ratings
Domain events whose handlers failed for three hours:
  outbox list [--limit 50]
  outbox retry EVENT|all
The nightly clean-up of stored files; allow it once to exceed its limit, or adopt the store of another database:
  files status
  files allow --operator NAME
  files adopt --operator NAME
On a server, name the file with its settings first: npm run admin -- --env-file FILE …
Each action on a report, a user or an advertisement, and each announcement, is recorded in the audit log with the
operator's name. The reason of a suspension is shown to the user when they try to log in.`;

/** Every command by its two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...HELP_COMMANDS,
  ...AD_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...FILE_COMMANDS,
  'announce members': async (input) => {
    const news = { title: textIn(input.options, 'title'), content: textIn(input.options, 'text') };
    await createAnnouncement(input.em, news, operatorIn(input));
    return 'Stored. The server notifies the members within minutes.';
  },
  'reports list': async ({ em, options }) => {
    const status = options.status ?? 'open';
    if (!isStatus(status)) throw new LauncherError(`There is no status "${status}": ${REPORT_STATUSES.join(', ')}.`);
    const { lines, total } = await listReports(em, { status, limit: limitIn(options) });
    return lines.length === 0 ? `No reports are ${status}.` : formatReports(lines, total);
  },
  'reports show': async (input) => formatReport(await readReport(input.em, idIn(input.words), operatorIn(input))),
  'reports dismiss': async (input) => {
    const closed = await dismissReports(input.em, idIn(input.words), operatorIn(input));
    return `Dismissed. ${reportsClosed(closed)}`;
  },
  'reports remove-content': async (input) => {
    const { closed, wasThere } = await removeReported(input.em, idIn(input.words), operatorIn(input));
    return `${wasThere ? 'Removed.' : 'It was already removed.'} ${reportsClosed(closed)}`;
  },
  'reports suspend-user': async (input) => {
    const { targetUsername } = await loadReportLine(input.em, idIn(input.words));
    if (targetUsername === null) throw new LauncherError('The account does not exist any more.');
    return suspend(input, targetUsername);
  },
  'users show': async ({ em, words }) => {
    const { createdAt, deactivatedAt, suspendedAt, suspensionReason, isAwaitingApproval, openReports, ...account } =
      await findAccount(em, usernameIn(words));
    return formatFields({
      ...account,
      joined: formatTime(createdAt),
      hidden: deactivatedAt && `since ${formatTime(deactivatedAt)}`,
      suspended: suspendedAt && `since ${formatTime(suspendedAt)}: ${suspensionReason ?? ''}`,
      approval: isAwaitingApproval ? `awaits approval as ${account.role}` : null,
      'open reports': String(openReports),
    });
  },
  'users awaiting': async ({ em, options }) => {
    const lines = await listAwaiting(em, limitIn(options));
    return lines.length === 0
      ? 'No account awaits approval.'
      : formatTable(
          ['user', 'revision', 'when', 'role', 'name', 'email', 'institution', 'position'],
          lines.map(toAwaitingRow),
          AWAITING_MAX_CHARS,
        );
  },
  'users approve': async (input) => {
    const { id, username } = await findAccount(input.em, usernameIn(input.words));
    const revision = textIn(input.options, 'revision');
    const { role, fullName } = await approveUser(input.em, { userId: id, revision }, operatorIn(input));
    return `@${username} is approved as ${role} with the name “${oneLine(fullName)}”, and is notified.`;
  },
  'users suspend': async (input) => suspend(input, usernameIn(input.words)),
  'users unsuspend': async (input) => {
    const { id, username } = await findAccount(input.em, usernameIn(input.words));
    await unsuspendUser(input.em, id, operatorIn(input));
    return `@${username} can log in again.`;
  },
  'users drop-two-factor': async (input) => {
    const { id, username } = await findAccount(input.em, usernameIn(input.words));
    const wasOn = await removeTwoFactor(input.em, id, operatorIn(input));
    return wasOn ? `@${username} now logs in with the password only.` : `@${username} has no two-factor sign-in.`;
  },
  'users role': async (input) => {
    const role = ROLES.find((name) => name === input.words[1]);
    if (role === undefined) throw new LauncherError(`Name the role: ${ROLES.join(', ')}.`);
    return setRole(input, role);
  },
};

async function setRole(input: CommandInput, role: Role): Promise<string> {
  const { id, username } = await findAccount(input.em, usernameIn(input.words));
  const before = await changeRole(input.em, { userId: id, role }, operatorIn(input));
  return `@${username} was ${before} and is ${role} now, signed out everywhere.`;
}

async function suspend(input: CommandInput, name: string): Promise<string> {
  const reason = textIn(input.options, 'reason');
  const { id, username } = await findAccount(input.em, name);
  const { closed, devices } = await suspendUser(input.em, { userId: id, reason }, operatorIn(input));
  return (
    `@${username} is suspended and was signed out on ${devices} ` +
    `${devices === 1 ? 'device' : 'devices'}. ${reportsClosed(closed)}`
  );
}

/** Above the longest email address: what is approved is printed whole. */
const AWAITING_MAX_CHARS = 400;

function toAwaitingRow(line: AwaitingLine): string[] {
  return [
    `@${line.username}`,
    line.revision,
    formatTime(line.createdAt),
    line.role,
    line.sameName > 0 ? `${line.fullName} (${line.sameName} approved with this name)` : line.fullName,
    line.isEmailVerified ? line.email : `${line.email} (not confirmed)`,
    line.institution ?? '',
    line.position ?? '',
  ];
}

function reportsClosed(count: number): string {
  return count === 1 ? '1 report is closed.' : `${count} reports are closed.`;
}

function isStatus(text: string): text is ReportStatus {
  return REPORT_STATUSES.some((status) => status === text);
}

function idIn([id = '']: readonly string[]): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new LauncherError('Name the report by its id, as in "reports list".');
  return id;
}

function usernameIn([username]: readonly string[]): string {
  if (username === undefined) throw new LauncherError('Name the account by username.');
  return username;
}

function operatorIn({ options }: CommandInput): Operator {
  const note = options.note?.trim();
  return { name: textIn(options, 'operator'), ...(note && { note }) };
}

/** Reads the arguments after `npm run admin --`. @throws LauncherError for an unknown option. */
export function readArguments(args: string[]): { words: string[]; options: Options } {
  const options = Object.fromEntries(OPTION_NAMES.map((name) => [name, { type: 'string' as const }]));
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return { words: positionals, options: values };
  } catch (error) {
    throw new LauncherError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
