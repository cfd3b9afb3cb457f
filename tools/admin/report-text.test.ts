import { expect, it } from 'vitest';
import type { ReportDetails } from '../../backend/domains/operator/operator.lists.ts';
import { formatReport } from './report-text.ts';

const REPORT: ReportDetails = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-01-02T10:00:00.000Z',
  status: 'open',
  targetType: 'message',
  targetId: '01990000-0000-7000-8000-000000000002',
  targetUsername: 'mark',
  reporterUsername: 'vera',
  reason: 'harassment',
  note: null,
  snapshot: { text: 'The insult', imageUrl: null },
  openCount: 1,
  closedBy: null,
  others: [],
};
const MESSAGE = {
  id: REPORT.targetId,
  at: '2026-01-02T09:00:00.000Z',
  isOwn: true,
  text: 'Hello',
  editedAt: null,
  isHidden: false,
};

it('marks edited and hidden messages, and counts those that were deleted for both', () => {
  const messages = [
    MESSAGE,
    { ...MESSAGE, text: 'Milder', editedAt: '2026-01-02T09:07:00.000Z' },
    { ...MESSAGE, text: 'Wilder', isOwn: false, isHidden: true },
  ];
  const snapshot = { ...REPORT.snapshot, editedAt: '2026-01-02T09:09:00.000Z', messages, deletedForBoth: 2 };
  const lines = formatReport({ ...REPORT, snapshot }).split('\n');
  expect(lines.slice(lines.findIndex((line) => line.startsWith('edited')))).toEqual([
    'edited           2026-01-02 09:09 UTC',
    'text             | The insult',
    'messages before  2026-01-02 09:00 UTC @vera:',
    '                 | Hello',
    '                 2026-01-02 09:00 UTC @vera (edited 09:07 UTC):',
    '                 | Milder',
    '                 2026-01-02 09:00 UTC @mark (hidden by the reporter):',
    '                 | Wilder',
    '                 2 deleted for both',
  ]);
});

it.each([
  ['spaces', ' '.repeat(61)],
  ['no-break spaces', '\u00a0'.repeat(61)],
  ['spaces between zero-width characters', ' \u200b'.repeat(61)],
  ['spaces between control characters', ' \u0007'.repeat(61)],
  ['blank letters', '\u3164'.repeat(61)],
  ['line separators', '\u2028'.repeat(3)],
])('a text cannot imitate a line of its own with %s', (_name, gap) => {
  const forged = `Hi${gap}status${gap}dismissed, by Anna`;
  const messages = [{ ...MESSAGE, text: forged }];
  const shown = formatReport({ ...REPORT, note: forged, snapshot: { text: forged, imageUrl: null, messages } });
  const lines = shown.split('\n').filter((line) => line.includes('Hi') || line.includes('by Anna'));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) expect(line).toMatch(/^(note|text)? +\| (\S+ )*\S+$/);
});
