import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import { COLOR_SCHEMES } from '#shared/api/preferences.ts';
import { VISITOR_APPEARANCE } from '../styles/appearance.ts';
import { AccessRestrictedScreen } from './AccessRestrictedScreen.tsx';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import { ChatScreen } from './ChatScreen.tsx';
import { ConnectionsScreen } from './ConnectionsScreen.tsx';
import { CoursesScreen } from './CoursesScreen.tsx';
import { ErrorFallback } from './ErrorFallback.tsx';
import { HelpScreen } from './HelpScreen.tsx';
import { LibraryScreen } from './LibraryScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import { StudentsScreen } from './StudentsScreen.tsx';

// First states are shown before any response.
vi.stubGlobal('fetch', () => new Promise(() => {}));
afterEach(cleanup);

const USER: CurrentUser = {
  id: '01990000-0000-7000-8000-000000000001',
  fullName: 'Ana Ruiz',
  username: 'ana',
  email: 'ana@example.org',
  role: 'student',
  profileImage: null,
  institution: null,
  position: null,
  unread: { messages: 0, notifications: 0 },
  connectionCount: 0,
  userLogCursor: 0,
};

function show(screenElement: ReactElement): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{screenElement}</MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('every page', () => {
  it.each<[string, ReactElement]>([
    ['Library', <LibraryScreen user={USER} />],
    ['Courses', <CoursesScreen user={USER} />],
    ['Chat', <ChatScreen user={USER} />],
    ['Students', <StudentsScreen role="student" />],
    ['Analytics', <AnalyticsScreen />],
    ['Connections', <ConnectionsScreen />],
    ['Profile', <ProfileScreen id={null} user={USER} />],
    [
      'Settings',
      <SettingsScreen
        role="student"
        userId={USER.id}
        appearance={VISITOR_APPEARANCE}
        onChange={() => undefined}
        onLeave={() => Promise.resolve()}
      />,
    ],
    ['Help', <HelpScreen role="teacher" userId={USER.id} />],
    [
      'Page not found',
      <NotFoundScreen startPath="/home" nearest={{ path: '/settings', label: 'Settings' }} isVisitor={false} />,
    ],
    ['Access Restricted', <AccessRestrictedScreen role="creator" />],
  ])('%s has one h1 and sets the window title', (title, element) => {
    show(element);
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([title]);
    expect(document.title).toBe(`${title} · Lyceum`);
  });
});

it('Access Restricted has the texts of the spec, with more for creators', () => {
  show(<AccessRestrictedScreen role="creator" />);
  expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy();
  expect(screen.getByText('As a creator, you only have access to the Library section.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Library' }).getAttribute('href')).toBe('/library');
  cleanup();
  show(<AccessRestrictedScreen role="student" />);
  expect(screen.queryByText(/As a creator/)).toBeNull();
});

it('the error fallback has the texts of the spec and both buttons', async () => {
  const onRetry = vi.fn();
  const assign = vi.spyOn(globalThis.location, 'assign').mockImplementation(() => undefined);
  render(<ErrorFallback error={new Error('boom')} onRetry={onRetry} />);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(screen.getByText('Error: boom')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go to Home' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledWith('/home');
});

it.each<[CurrentUser['role'], string, string]>([
  ['creator', 'Created', '/library?new=1'],
  ['student', 'Purchased', '/courses'],
])('Library starts for a %s at %s, and has its own text for each tab', async (role, first, path) => {
  const respond = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', respond);
  show(<LibraryScreen user={{ ...USER, role }} />);
  expect((await screen.findByRole('tab', { name: first })).getAttribute('aria-selected')).toBe('true');
  const step = await screen.findByRole('link', { name: /^(Create an item|Go to Courses)$/ });
  expect(step.getAttribute('href')).toBe(path);
  await userEvent.click(screen.getByRole('tab', { name: 'Enrolled' }));
  expect(await screen.findByRole('heading', { name: 'Not enrolled anywhere yet' })).toBeTruthy();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('Settings reports the whole appearance', async () => {
  const onChange = vi.fn();
  show(
    <SettingsScreen
      role="student"
      userId={USER.id}
      appearance={VISITOR_APPEARANCE}
      onChange={onChange}
      onLeave={() => Promise.resolve()}
    />,
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(onChange).toHaveBeenLastCalledWith({ ...VISITOR_APPEARANCE, theme: 'dark' });
  await userEvent.click(screen.getByRole('radio', { name: 'Rose' }));
  expect(onChange).toHaveBeenLastCalledWith({ ...VISITOR_APPEARANCE, colorScheme: COLOR_SCHEMES.rose });
  await userEvent.click(screen.getByRole('radio', { name: 'Large' }));
  expect(onChange).toHaveBeenLastCalledWith({ ...VISITOR_APPEARANCE, fontSize: 3 });
});
