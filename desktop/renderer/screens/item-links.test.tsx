// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import type { MessageAbout } from '#shared/api/messages.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { ReasonLabel } from '../features/connections/components/ReasonLabel.tsx';
import { ContinueLearning, NewCourses } from '../features/courses/components/CourseRail.tsx';
import { PublicCourseStrip } from '../features/courses/components/PublicCourseStrip.tsx';
import { UserCourses } from '../features/courses/components/UserCourses.tsx';
import { AboutCard } from '../features/messages/components/AboutCard.tsx';
import { PartnerLine, SharedLine } from '../features/students/components/StudentDetails.tsx';
import { InCommon } from '../features/users/components/InCommon.tsx';
import { ModerationContext } from '../features/users/moderation.ts';
import { pathOf } from '../lib/http/api.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { sessionQuery } from '../lib/me.ts';
import { ChatScreen } from './ChatScreen.tsx';
import { ANA, courseDetail, courseView, serve } from '../../testing/course-samples.ts';

const BEN = courseView().author;
const COURSE = { ...courseView(), relation: 'learner' as const };
const NAMED = { id: 'c1', title: COURSE.title };
const ABOUT: MessageAbout = { type: 'course', ...NAMED, contentType: 'course', price: 0 };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(element: ReactElement, role: Role = 'student'): void {
  serve((request) => {
    if (request.path === pathOf(userEndpoints.getCommon, { params: { id: 'ben' } }))
      return { people: [], places: [], courses: [NAMED], events: [] };
    if (request.path === '/api/courses/c1') return courseDetail();
    return /\/courses/.test(request.path) ? [COURSE] : [];
  });
  const client = createQueryClient();
  client.setQueryData<unknown>(sessionQuery.queryKey, { ...ANA, role });
  render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter>{element}</MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
}
const linkTo = async () => (await screen.findByRole('link', { name: /Algebra for beginners/ })).getAttribute('href');

it.each<[string, ReactElement]>([
  ['what the user learns from', <ContinueLearning userId="ana" />],
  ['new items on Home', <NewCourses />],
  ['the items of a profile', <UserCourses user={BEN} isSelf={false} isOpen />],
  ['what two members share', <InCommon user={BEN} mutualCount={0} />],
  ['courses of a student', <SharedLine mutualCount={0} sharedCourses={[NAMED]} />],
  ['a wanted study partner', <PartnerLine flags={[{ course: NAMED, until: '2026-12-31' }]} />],
  ['a suggestion', <ReasonLabel reason={{ type: 'course', label: 'Also in Algebra for beginners', ids: ['c1'] }} />],
  ['the subject of a message', <AboutCard about={ABOUT} />],
])('%s leads to the page of the item', async (_name, element) => {
  show(element);
  expect(await linkTo()).toBe('/courses?item=c1');
});

it('leads creators to the item in the Library', async () => {
  show(<AboutCard about={ABOUT} />, 'creator');
  expect(await linkTo()).toBe('/library?item=c1');
});

it('leads visitors to the public page of the item', async () => {
  show(<PublicCourseStrip courses={[COURSE]} />);
  expect(await linkTo()).toBe('/?item=c1');
});

it('names the item that a question to its author is about', async () => {
  const conversation = { id: 'x', user: BEN, lastMessage: null, state: 'accepted', noWriting: null, quiet: null };
  serve(({ path }) => {
    if (path.endsWith('/state')) return conversation;
    return path === '/api/courses/c1' ? courseDetail() : [];
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter initialEntries={['/chat?with=ben&about=course:c1']}>
          <ChatScreen user={ANA} />
        </MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
  const thread = await screen.findByRole('region', { name: 'Conversation with Ben Adu' });
  const link = await within(thread).findByRole('link', { name: /About: Algebra for beginners/ });
  expect(link.textContent).toContain('Course, free');
});
