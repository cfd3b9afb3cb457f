// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { AnalyticsView, LessonNumbersView, MetricName, MetricView } from '#shared/api/analytics.ts';
import { STATES, STATES_OF_ROLE } from '#shared/api/analytics-states.ts';
import { METRICS_OF_ROLE } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { serve } from '../../testing/course-samples.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(() => import('../ui/DayChart.tsx'), 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const metric = (name: MetricName, days = [0, 0, 0, 0, 0, 0, 0, 0]): MetricView => ({
  name,
  total: days.reduce((sum, count) => sum + count, 0),
  days,
  previousTotal: null,
  previousDays: null,
  subjects: [],
});

function analytics(role: Role, numbers: Partial<Record<MetricName, Partial<MetricView>>>): AnalyticsView {
  return {
    role,
    from: '2026-11-01',
    to: '2026-11-08',
    today: '2026-11-08',
    since: '2026-01-01',
    previous: null,
    updatedAt: new Date().toISOString(),
    currency: 'USD',
    states: STATES_OF_ROLE[role].map((name) => ({ name, value: 4 })),
    item: null,
    viewSources: null,
    annotations: [],
    members: null,
    otherMoney: [],
    metrics: METRICS_OF_ROLE[role].flatMap(({ metrics }) =>
      metrics.map((name) => ({ ...metric(name, numbers[name]?.days), ...numbers[name] })),
    ),
  };
}

const TEACHER = analytics('teacher', {
  'item-views': { days: [3, 4, 2, 1, 0, 8, 1, 1] },
  enrollments: {
    days: [1, 0, 0, 0, 0, 4, 0, 0],
    previousTotal: 4,
    previousDays: [1, 1, 1, 1, 0, 0, 0, 0],
    subjects: [
      { id: 'c1', title: 'Algebra', count: 3 },
      { id: null, title: null, count: 2 },
    ],
  },
  revenue: { days: [0, 0, 0, 0, 0, 4_950, 0, 0] },
  'new-learners': { days: [1, 0, 0, 0, 0, 2, 0, 0] },
  reviews: { days: [0, 1, 0, 0, 0, 1, 0, 0] },
  stars: { days: [0, 5, 0, 0, 0, 4, 0, 0] },
});
TEACHER.annotations = [{ day: '2026-11-06', type: 'price-changed', subjectId: 'c1', title: 'Algebra', value: 1_650 }];

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function open(view: AnalyticsView, path = '/analytics', lessons?: LessonNumbersView): string[] {
  const sent = serve(({ path: requested }) => {
    if (requested.includes('.csv')) return '\uFEFFTitle\r\n';
    if (requested.startsWith('/api/analytics/lessons')) return lessons;
    return requested.startsWith('/api/analytics') ? view : [];
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <main>
          <AnalyticsScreen />
        </main>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}

it('shows cards with sums, and the graph of the chosen one with a summary', async () => {
  open(TEACHER);
  await userEvent.click(
    await screen.findByRole('button', { name: /^Enrollments 5 1 \(25%\) more than in the period before/ }),
  );
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics?metric=enrollments');
  const graph = screen.getByRole('region', { name: 'Enrollments per day' });
  expect(graph.textContent).toContain('Members who enrolled in or bought one of your items.');
  expect(graph.textContent).toMatch(/Enrollments: 5 in 8 days\. 1 \(25%\) more .* The highest day is 4, on .*6/);
  expect(screen.getByRole('button', { name: 'Revenue $49.50' })).toBeTruthy();
  expect(screen.getByText('Views that led to an enrollment:').parentElement?.textContent).toContain('25%');
  expect(screen.getByText('Enrollments of new learners:').parentElement?.textContent).toContain('60%');
  expect(screen.getByText('Mean rating:').parentElement?.textContent).toContain('4.5 of 5 stars');
});

it('shows six cards at first, and the others by a button or for the number in the address', async () => {
  const cards = () =>
    within(screen.getByRole('region', { name: 'Numbers of the period' })).getAllByRole('listitem').length;
  const more = () => screen.findByRole('button', { name: 'More numbers' });
  open(TEACHER);
  expect((await more()).getAttribute('aria-expanded')).toBe('false');
  expect(cards()).toBe(6);
  expect(screen.queryByRole('button', { name: /^Stars given/ })).toBeNull();
  (await more()).focus();
  await userEvent.keyboard('{Enter}');
  expect((await more()).getAttribute('aria-expanded')).toBe('true');
  expect(cards()).toBe(METRICS_OF_ROLE.teacher.flatMap(({ metrics }) => metrics).length);
  const items = within(screen.getByRole('region', { name: 'Items' }));
  await userEvent.click(items.getByRole('button', { name: 'Stars given 9' }));
  expect(screen.getByRole('region', { name: 'Stars given per day' }).textContent).toContain(
    'The sum of the stars, 1 to 5, of the reviews of your items.',
  );
  await userEvent.click(await more());
  expect((await more()).getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('region', { name: 'Stars given per day' })).toBeTruthy();
  cleanup();
  open(TEACHER, '/analytics?metric=shares');
  expect((await more()).getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('button', { name: 'Shares 0', pressed: true })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Revenue $49.50' }));
  expect((await more()).getAttribute('aria-expanded')).toBe('true');
});

it('moves through the days by keyboard and says what happened', async () => {
  open(TEACHER, '/analytics?metric=enrollments');
  const slider = await screen.findByRole('slider', { name: /Enrollments per day/ });
  const now = () => slider.getAttribute('aria-valuetext');
  slider.focus();
  expect(now()).toMatch(/8.*2026 \(not over\): 0; the period before: 0/);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(now()).toMatch(/6.*: 4; the period before: 0; You changed the price of “Algebra” to \$16\.50/);
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(slider.getAttribute('aria-valuenow')).toBe('1');
  await userEvent.keyboard('{PageUp}');
  expect(slider.getAttribute('aria-valuenow')).toBe('8');
  await userEvent.keyboard('{PageDown}{End}{ArrowRight}');
  expect(slider.getAttribute('aria-valuenow')).toBe('8');
});

it('has the same sums in cards, table and parts', async () => {
  open(TEACHER, '/analytics?metric=enrollments');
  const table = within(await screen.findByRole('region', { name: 'Table of numbers by day' }));
  const columns = table.getAllByRole('columnheader').map((cell) => cell.textContent);
  const at = columns.indexOf('Enrollments');
  const rows = table.getAllByRole('row').slice(1);
  const cells = rows.map((row) => within(row).getAllByRole('cell')[at - 1]?.textContent);
  expect(cells[0]).toBe('5');
  expect(cells.slice(1).reduce((sum, cell) => sum + Number(cell), 0)).toBe(5);
  const parts = within(screen.getByRole('region', { name: 'Enrollments by item' }));
  expect(parts.getByRole('row', { name: 'Algebra 3' })).toBeTruthy();
  expect(parts.getByRole('row', { name: 'All other items 2' })).toBeTruthy();
});

it('shows amounts in other currencies apart, also when there is nothing else', async () => {
  const otherMoney: AnalyticsView['otherMoney'] = [
    { name: 'revenue', currency: 'EUR', total: 1_000, days: [0, 0, 0, 0, 0, 1_000, 0, 0] },
    { name: 'refunds', currency: 'JPY', total: 900, days: [0, 900, 0, 0, 0, 0, 0, 0] },
  ];
  open({ ...TEACHER, otherMoney });
  expect(await screen.findByRole('button', { name: 'Revenue $49.50' })).toBeTruthy();
  const numbers = screen.getByRole('region', { name: 'Numbers of the period' });
  expect(numbers.textContent).toContain(
    'Some amounts of this period are in another currency. They are not part of the numbers above.',
  );
  expect(numbers.textContent).toContain('Revenue in EUR: €10.00Refunds in JPY: ¥900');
  expect(screen.getByRole('link', { name: 'Sales by item' }).getAttribute('href')).toBe(
    '/library?sales=1&filter=items',
  );
  const table = within(screen.getByRole('region', { name: 'Table of numbers by day' }));
  const columns = table.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(columns.slice(-2)).toEqual(['Revenue (EUR)', 'Refunds (JPY)']);
  const sums = within(table.getByRole('row', { name: /^Sum/ })).getAllByRole('cell');
  expect(sums.slice(-2).map((cell) => cell.textContent)).toEqual(['€10.00', '¥900']);
  cleanup();
  open({ ...analytics('teacher', {}), otherMoney });
  expect(await screen.findByText('Revenue in EUR:')).toBeTruthy();
  cleanup();
  open(TEACHER);
  expect(await screen.findByRole('button', { name: 'Revenue $49.50' })).toBeTruthy();
  expect(screen.queryByText(/another currency/)).toBeNull();
});

it('asks for the chosen period and comparison, and keeps them in the URL', async () => {
  const sent = open(TEACHER, '/analytics?days=7');
  expect((await screen.findByRole('button', { name: '7 days' })).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Compare with the period before' }));
  await userEvent.click(screen.getByRole('button', { name: '90 days' }));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics?days=90&compare=true');
  expect(sent.filter((request) => request.includes('compare=true')).length).toBeGreaterThan(0);
  expect(await screen.findByText('Your account is too young for a comparison with the period before.')).toBeTruthy();
});

it('takes the days from two fields, and explains which are not possible', async () => {
  const sent = open(TEACHER);
  await userEvent.click(await screen.findByRole('button', { name: 'Other days' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-05' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-01' } });
  expect(screen.getByText('The first day is after the last one')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-20' } });
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics?from=2026-03-05&to=2026-03-20');
  expect(sent.some((request) => request.includes('from=2026-03-05&to=2026-03-20'))).toBe(true);
  expect(sent.some((request) => request.includes('to=2026-03-01'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics?days=7');
});

it('leads from an item of the parts to its own numbers, with sources and lessons', async () => {
  open(TEACHER, '/analytics?metric=enrollments');
  const parts = within(await screen.findByRole('region', { name: 'Enrollments by item' }));
  await userEvent.click(parts.getByRole('link', { name: 'Algebra' }));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics?metric=enrollments&item=c1');
  cleanup();
  const own = TEACHER.metrics.filter(({ name }) => name === 'item-views' || name === 'enrollments');
  const view: AnalyticsView = {
    ...TEACHER,
    metrics: own,
    item: { id: 'c1', title: 'Algebra' },
    viewSources: [
      { source: 'catalogue', count: 15 },
      { source: null, count: 6 },
    ],
  };
  const sent = open(view, '/analytics?item=c1', {
    numbers: {
      learners: 20,
      isPart: false,
      lessons: [
        { id: 'l1', title: 'Sets', opened: null, finished: 18 },
        { id: 'l2', title: 'Proofs', opened: 15, finished: 7 },
      ],
      files: [{ id: 'f1', title: 'Slides', opened: 3, finished: 1 }],
    },
  });
  const sources = within(await screen.findByRole('region', { name: 'Item views by source' }));
  expect(sources.getByRole('row', { name: 'Courses 15' })).toBeTruthy();
  expect(sources.getByRole('row', { name: 'Not known 6' })).toBeTruthy();
  const lessons = await screen.findByRole('region', { name: 'Learners who finished each lesson' });
  expect(lessons.textContent).toContain('The largest drop is at “Proofs”: 11 fewer than at the lesson before.');
  expect(within(lessons).getByRole('row', { name: 'Sets – 18' })).toBeTruthy();
  expect(within(lessons).getByRole('row', { name: 'Proofs 15 7' })).toBeTruthy();
  const files = within(screen.getByRole('region', { name: 'Learners who finished each file' }));
  expect(files.getByRole('row', { name: 'Slides 3 1' })).toBeTruthy();
  expect(files.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
  await userEvent.click(within(lessons).getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(sent).toContain('GET /api/analytics/lessons.csv?item=c1'));
  expect(screen.getByRole('link', { name: 'Algebra' }).getAttribute('href')).toBe('/courses?item=c1');
  expect(screen.queryByRole('region', { name: 'Item views by item' })).toBeNull();
  expect(sent.some((request) => request.includes('item=c1'))).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'All numbers' }));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/analytics');
});

it('adds and deletes notes', async () => {
  const note = { day: '2026-11-07', type: 'note' as const, subjectId: 'n1', title: 'Exams began', value: null };
  const sent = open({ ...TEACHER, annotations: [note] });
  const notes = within(await screen.findByRole('region', { name: 'What you did, and notes' }));
  expect(notes.getByText('Exams began')).toBeTruthy();
  await userEvent.click(notes.getByRole('button', { name: 'Add a note' }));
  await userEvent.type(notes.getByLabelText('Note'), ' New term ');
  await userEvent.click(notes.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(sent).toContain('POST /api/analytics/notes'));
  await waitFor(() => expect(notes.queryByLabelText('Note')).toBeNull());
  await userEvent.click(notes.getByRole('button', { name: /^Delete the note of .*7/ }));
  await waitFor(() => expect(sent).toContain('DELETE /api/analytics/notes/n1'));
});

it('explains a page without numbers, by role', async () => {
  open(analytics('student', {}));
  expect(
    await screen.findByRole('heading', { name: 'No numbers about learning and reach in this period' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Courses' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('shows what is true now apart from the period, also when nothing happened in it', async () => {
  const now = async () => (await screen.findByRole('region', { name: 'Now' })).textContent;
  open(TEACHER);
  expect(await now()).toContain('Active learners on the last 7 days: 4Median answer time: 4 minutes');
  const region = within(screen.getByRole('region', { name: 'Now' }));
  expect(region.getByText('What the numbers under “Now” mean').tagName).toBe('SUMMARY');
  expect(region.getByText(STATES['active-learners'].definition)).toBeTruthy();
  const table = await screen.findByRole('region', { name: 'Table of numbers by day' });
  expect(table.textContent).not.toContain('Active learners');
  for (const [value, words] of [
    [null, '–'],
    [1, '1 minute'],
    [150, '3 hours'],
    [4_400, '3 days'],
  ] as const) {
    cleanup();
    open({ ...TEACHER, states: [{ name: 'answer-time', value }] });
    expect(await now()).toContain(`Median answer time: ${words}`);
  }
  cleanup();
  open(analytics('student', {}));
  expect(await now()).toContain('Items in progress: 4Streak: 4 days');
});

it('saves the numbers of files of an item without lessons, and none of an item with few learners', async () => {
  const view: AnalyticsView = { ...TEACHER, item: { id: 'c1', title: 'Algebra' } };
  const files = [{ id: 'f1', title: 'Slides', opened: 3, finished: 1 }];
  const sent = open(view, '/analytics?item=c1', { numbers: { learners: 5, isPart: false, lessons: [], files } });
  const region = within(await screen.findByRole('region', { name: 'Learners who finished each file' }));
  await userEvent.click(region.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(sent).toContain('GET /api/analytics/lessons.csv?item=c1'));
  cleanup();
  open(view, '/analytics?item=c1', { numbers: null });
  const few = within(await screen.findByRole('region', { name: 'Lessons and files' }));
  expect(few.queryByRole('button')).toBeNull();
});

it('shows an institution its members in groups, and hides small ones', async () => {
  const sent = open({
    ...analytics('institution', { likes: { days: [1, 0, 0, 0, 0, 0, 0, 0] } }),
    members: {
      week: '2026-11-02',
      groups: [
        { field: null, isOthers: false, members: 20, active: 10, items: 35, enrollments: 15 },
        { field: 'Biology', isOthers: false, members: 10, active: null, items: null, enrollments: 5 },
        { field: null, isOthers: true, members: 10, active: null, items: 15, enrollments: null },
      ],
    },
  });
  const members = within(await screen.findByRole('region', { name: 'Members' }));
  expect(members.getByRole('row', { name: 'All members 20 or more 10 or more 35 or more 15 or more' })).toBeTruthy();
  expect(members.getByRole('row', { name: 'Biology 10 or more Not shown Not shown 5 or more' })).toBeTruthy();
  expect(members.getByRole('row', { name: 'Other fields 10 or more Not shown 15 or more Not shown' })).toBeTruthy();
  await userEvent.click(members.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(sent).toContain('GET /api/analytics/members.csv'));
  cleanup();
  open(analytics('institution', {}));
  const none = within(await screen.findByRole('region', { name: 'Members' }));
  expect(none.queryByRole('button')).toBeNull();
});
