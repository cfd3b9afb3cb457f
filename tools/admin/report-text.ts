import type { ReportDetails, ReportLine } from '../../backend/domains/operator/operator.lists.ts';
import { formatFields, formatTable, formatTime, quoteText } from './table.ts';

/** Lays out a list of reports; the last line says when there are more. The open ones are one for each target. */
export function formatReports(lines: readonly ReportLine[], total: number): string {
  const table = formatTable(['report', 'when', 'of', 'by', 'what', 'reason', 'text'], lines.map(toRow));
  if (total <= lines.length) return table;
  const noun = lines[0]?.status === 'open' ? 'targets' : 'reports';
  return `${table}\n${lines.length} of ${total} ${noun} are shown; --limit shows more`;
}

function toRow(line: ReportLine): string[] {
  const count = line.openCount > 1 ? ` (${line.openCount} reports)` : '';
  return [
    line.id,
    formatTime(line.createdAt),
    nameOf(line.targetUsername),
    nameOf(line.reporterUsername),
    `${line.targetType}${count}`,
    line.reason,
    line.snapshot.text,
  ];
}

/** Lays out everything about one report. */
export function formatReport(line: ReportDetails): string {
  const { imageUrl, text, editedAt } = line.snapshot;
  return formatFields({
    report: line.id,
    status: line.closedBy === null ? line.status : `${line.status}, by ${line.closedBy}`,
    when: formatTime(line.createdAt),
    'reported by': nameOf(line.reporterUsername),
    reason: line.reason,
    note: line.note && quoteText(line.note),
    about: `${line.targetType} ${line.targetId}`,
    of: nameOf(line.targetUsername),
    'open reports': String(line.openCount),
    'other reports': othersOf(line),
    image: imageUrl,
    edited: editedAt ? formatTime(editedAt) : null,
    text: text ? quoteText(text) : null,
    [line.targetType === 'message' ? 'messages before' : 'last messages']: messagesOf(line),
  });
}

function othersOf({ others }: ReportDetails): string | null {
  return (
    others
      .map(({ id, createdAt, reporterUsername, reason }) =>
        [id, formatTime(createdAt), nameOf(reporterUsername), reason].join(' '),
      )
      .join('\n') || null
  );
}

/** The messages of a report, each below a line that says whose it is. */
function messagesOf({ snapshot, reporterUsername, targetUsername }: ReportDetails): string | null {
  const lines = (snapshot.messages ?? []).map(({ at, isOwn, text, editedAt, isHidden }) => {
    const edited = editedAt ? ` (edited ${formatTime(editedAt).slice(11)})` : '';
    const hidden = isHidden ? ' (hidden by the reporter)' : '';
    const from = nameOf(isOwn ? reporterUsername : targetUsername);
    return `${formatTime(at)} ${from}${edited}${hidden}:\n${quoteText(text)}`;
  });
  if (snapshot.deletedForBoth) lines.push(`${snapshot.deletedForBoth} deleted for both`);
  return lines.join('\n') || null;
}

function nameOf(username: string | null): string {
  return username === null ? '(deleted)' : `@${username}`;
}
