// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { apiClient } from '../lib/http/api.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { currentToasts, removeToast } from '../lib/page/toasts.ts';
import { AuthScreen } from '../screens/AuthScreen.tsx';
import { LibraryGuard, MEMBER_ROLES, RequireAuth, RequireRole } from './guards.tsx';
import { Providers } from './providers.tsx';

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Responses by path, set by each test. */
let responses: Record<string, Answer>;

function userOf(role: Role) {
  const shown = { profileImage: null, institution: null, position: null };
  const counts = { unread: { messages: 0, notifications: 0 }, connectionCount: 0 };
  return { id: 'u1', fullName: 'Ada Lovelace', role, email: 'ada@example.org', username: 'ada', ...shown, ...counts };
}

function signIn(role: Role): void {
  responses['/api/user'] = { status: 200, body: userOf(role) };
}

beforeEach(() => {
  responses = {
    '/api/user': { status: 401, body: { message: 'Sign in first', code: 'UNAUTHENTICATED' } },
    '/api/csrf-token': { status: 200, body: { csrfToken: 't' } },
    '/api/username-available': { status: 200, body: { available: true } },
  };
  vi.stubGlobal('fetch', async (path: string) => {
    const { status, body, headers } = responses[path.split('?')[0] ?? ''] ?? {
      status: 404,
      body: { message: 'Not found' },
    };
    const text = body === undefined ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } });
  });
});

afterEach(() => {
  cleanup();
  removeToast();
  apiClient.csrf.clear();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function SignOutButton() {
  const { logout } = useAuth();
  return <button onClick={() => void logout()}>Sign out</button>;
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/auth', element: <AuthScreen /> },
      {
        element: <RequireAuth />,
        children: [
          {
            element: <RequireRole roles={MEMBER_ROLES} />,
            children: [
              { path: '/home', element: <SignOutButton /> },
              { path: '/chat', element: <h1>Chat</h1> },
              { path: '/courses', element: <h1>Courses</h1> },
            ],
          },
          { element: <LibraryGuard />, children: [{ path: '/library', element: <h1>Library</h1> }] },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

test('useAuth outside its provider is an error', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<SignOutButton />)).toThrow('useAuth must be used within an AuthProvider');
  quiet.mockRestore();
});

test('a visitor at a protected route is redirected to /auth, and back after login', async () => {
  const router = open('/chat?with=1');
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(router.state.location.pathname).toBe('/auth');
  signIn('student');
  responses['/api/login'] = { status: 200, body: userOf('student') };
  await userEvent.type(screen.getByLabelText('Username or email'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Chat' });
  expect(router.state.location.search).toBe('?with=1');
});

test('a page does not write as another user who signed in in another tab, and changes to them without the previous data', async () => {
  signIn('teacher');
  const client = createQueryClient();
  const router = createMemoryRouter([{ element: <RequireAuth />, children: [{ path: '/home', element: <Notes /> }] }], {
    initialEntries: ['/home'],
  });
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await userEvent.type(await screen.findByLabelText('Notes of Ada Lovelace'), 'mine');
  client.setQueryData(['me', 'privacy'], 'of Ada');
  responses['/api/user'] = { status: 200, body: { ...userOf('student'), id: 'u2', fullName: 'Ben Okri' } };
  responses['/api/csrf-token'] = { status: 200, body: { csrfToken: 't2', userId: 'u2' } };
  await expect(apiClient.request({ method: 'PUT', path: '/api/notes' })).rejects.toMatchObject({ status: 409 });
  expect(((await screen.findByLabelText('Notes of Ben Okri')) as HTMLInputElement).value).toBe('');
  expect(client.getQueryData(['me', 'privacy'])).toBeUndefined();
});

function Notes() {
  const [text, setText] = useState('');
  return (
    <input
      aria-label={`Notes of ${useAuth().user?.fullName ?? ''}`}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

test('a sign-in with a second factor requires the code, and shows when it is wrong or too late', async () => {
  open('/auth?next=/chat');
  responses['/api/login'] = { status: 202, body: { twoFactor: true } };
  const enterPassword = async (): Promise<void> => {
    await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  };
  await enterPassword();
  const code = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  responses['/api/login/two-factor'] = {
    status: 400,
    body: { message: 'Validation failed', errors: { code: ['This code is incorrect.'] } },
  };
  await userEvent.type(code, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('This code is incorrect.');
  responses['/api/login/two-factor'] = {
    status: 401,
    body: { message: 'This sign-in took too long. Please enter your password again.', code: 'UNAUTHENTICATED' },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('This sign-in took too long. Please enter your password again.');
  await enterPassword();
  signIn('student');
  responses['/api/login/two-factor'] = { status: 200, body: userOf('student') };
  await userEvent.type(await screen.findByLabelText('Code'), '654321');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Chat' });
});

test('the link to the previous address restores the account with a new password, or says that it no longer works', async () => {
  open(`/auth?mode=restore#token=${'x'.repeat(43)}`);
  await screen.findByRole('heading', { name: 'Restore your account' });
  await userEvent.type(await screen.findByLabelText('New password', { selector: 'input' }), 'a new long password');
  responses['/api/account/restore'] = {
    status: 400,
    body: { message: 'This link no longer works', errors: { token: ['This link has expired.'] } },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }));
  await screen.findByText('This link has expired.');
  cleanup();
  open(`/auth?mode=restore#token=${'y'.repeat(43)}`);
  await userEvent.type(await screen.findByLabelText('New password', { selector: 'input' }), 'a new long password');
  responses['/api/account/restore'] = { status: 204 };
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }));
  await screen.findByText('Your account is restored. All devices are signed out.');
});

test('a sign-in to an account scheduled for deletion offers to keep it', async () => {
  open('/auth');
  responses['/api/login'] = { status: 202, body: { deletedAfter: '2026-12-05T10:00:00.000Z' } };
  await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const title = await screen.findByRole('heading', { name: 'Your account is about to be deleted' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  signIn('creator');
  responses['/api/login/keep-account'] = { status: 200, body: userOf('creator') };
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await screen.findByRole('heading', { name: 'Library' });
});

test('a spinner fills the window while the session loads', () => {
  open('/chat');
  expect(screen.getByRole('status').textContent).toBe('Loading');
});

test('a session that cannot be loaded shows the error, without a redirect', async () => {
  responses['/api/user'] = { status: 418, body: { message: 'No tea' } };
  const router = open('/chat');
  await screen.findByText('No tea');
  expect(router.state.location.pathname).toBe('/chat');
});

test('a creator at a member page sees Access Restricted', async () => {
  signIn('creator');
  open('/chat');
  await screen.findByRole('heading', { name: 'Access Restricted' });
  expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy();
  expect(screen.getByText('As a creator, you only have access to the Library section.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Library' }).getAttribute('href')).toBe('/library');
});

test('a creator at /home is redirected to the Library, which explains why until it is dismissed', async () => {
  signIn('creator');
  const router = open('/home');
  await screen.findByRole('heading', { name: 'Library' });
  expect(router.state.location.pathname).toBe('/library');
  expect(await screen.findByRole('heading', { name: 'Access Restricted' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Go to Library' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Access Restricted' })).toBeNull());
});

test.each([
  ['creator', '/courses?item=c1&category=Biology', 'Library', '/library?item=c1'],
  ['creator', '/courses?category=Biology', 'Access Restricted', '/courses?category=Biology'],
  ['student', '/courses?item=c1&category=Biology', 'Courses', '/courses?item=c1&category=Biology'],
] as const)('a %s who opens %s sees %s', async (role, path, heading, shownAt) => {
  signIn(role);
  const router = open(path);
  await screen.findByRole('heading', { name: heading });
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(shownAt);
});

test.each([
  ['creator', '/library'],
  ['teacher', '/home'],
] as const)('a signed-in %s at /auth is redirected to %s', async (role, path) => {
  signIn(role);
  const router = open('/auth');
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(screen.queryByRole('heading', { name: 'Access Restricted' })).toBeNull();
});

test('a rejected login shows why, and the input stays', async () => {
  responses['/api/login'] = { status: 401, body: { message: 'Invalid username or password', code: 'UNAUTHENTICATED' } };
  open('/auth');
  const username = await screen.findByLabelText<HTMLInputElement>('Username or email');
  await userEvent.type(username, 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Login failed')).toBeTruthy();
  expect(within(alert).getByText('Invalid username or password')).toBeTruthy();
  expect(username.value).toBe('ada');
});

test('too many attempts show how long to wait', async () => {
  responses['/api/login'] = {
    status: 429,
    body: { message: 'Too many attempts', code: 'RATE_LIMITED' },
    headers: { 'Retry-After': '90' },
  };
  open('/auth');
  await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect((await screen.findByRole('timer')).textContent).toContain('1 min 30 s');
});

async function fillRegistration(confirmPassword: string): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: 'Teacher' }));
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('Repeat password'), confirmPassword);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

test('different passwords show an error at the second field, and focus moves to the summary', async () => {
  open('/auth?mode=register');
  await fillRegistration('correct house');
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByRole('link', { name: "Passwords don't match" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(screen.getByLabelText('Repeat password').getAttribute('aria-invalid')).toBe('true');
});

test('a taken email address shows an error at its field', async () => {
  responses['/api/register'] = {
    status: 409,
    body: { message: 'Email already exists', code: 'EMAIL_EXISTS', details: { field: 'email' } },
  };
  open('/auth?mode=register');
  await fillRegistration('correct horse');
  const text = 'This email is already registered. Please use a different email or try logging in.';
  expect(await screen.findByRole('link', { name: text })).toBeTruthy();
  await screen.findByText('Registration failed');
});

test('the suggestion for a taken username is one click away', async () => {
  const suggestion = 'This username is already taken. “ada2” is free.';
  const details = { field: 'username', suggestion, username: 'ada2' };
  responses['/api/register'] = {
    status: 409,
    body: { message: 'Username already exists', code: 'USERNAME_EXISTS', details },
  };
  responses['/api/username-available'] = { status: 200, body: { available: false } };
  open('/auth?mode=register');
  await fillRegistration('correct horse');
  await screen.findByText(suggestion);
  await userEvent.click(await screen.findByRole('button', { name: 'Use ada2' }));
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada2');
});

test('the form is restored after a reload, without its passwords', async () => {
  open('/auth?mode=register&role=student');
  await userEvent.type(await screen.findByLabelText('Full name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret words');
  cleanup();
  expect(JSON.stringify(sessionStorage)).not.toContain('secret words');
  open('/auth?mode=register');
  expect((await screen.findByLabelText<HTMLInputElement>('Full name')).value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(screen.getByRole('radio', { name: 'Student' }).getAttribute('aria-checked')).toBe('true');
});

test('logout clears the user even when the server fails', async () => {
  signIn('teacher');
  responses['/api/logout'] = { status: 418, body: { message: 'No' } };
  localStorage.setItem('draft:u1:composer', 'unsent');
  const router = open('/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByText('Partial logout completed');
  const text = "You've been logged out but there might be a server sync issue. Please refresh the page.";
  expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(router.state.location.search).toBe('');
  expect(localStorage.getItem('draft:u1:composer')).toBeNull();
});

test('sign-out removes the user at once on a dead line, and ends the session when the line is back', async () => {
  signIn('teacher');
  const line = deadLine('/api/logout');
  const router = open('/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(line.isWaiting()).toBe(true);
  line.answer();
  await waitFor(() => expect(localStorage.getItem('signingOut')).toBeNull());
  expect(currentToasts()).toEqual([]);
});

test('a sign-in stops a sign-out that still runs', async () => {
  signIn('teacher');
  const line = deadLine('/api/logout');
  const router = open('/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  responses['/api/login'] = { status: 200, body: userOf('student') };
  await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect([line.isWaiting(), localStorage.getItem('signingOut')]).toEqual([false, null]);
  expect(currentToasts()).toEqual([]);
});

test('a sign-out that could not be sent before the window closed is sent at the next visit', async () => {
  signIn('teacher');
  deadLine('/api/logout');
  open('/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByLabelText('Username or email');
  cleanup();
  const line = deadLine('/api/logout');
  const router = open('/home');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  await waitFor(() => expect(line.isWaiting()).toBe(true));
  line.answer();
  await waitFor(() => expect(localStorage.getItem('signingOut')).toBeNull());
});

/** Lets requests to a path wait until they are answered with 204 or aborted. */
function deadLine(path: string) {
  const usual = fetch;
  let isWaiting = false;
  let answer = (): void => undefined;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url !== path) return usual(url, init);
    isWaiting = true;
    return new Promise<Response>((resolve, reject) => {
      answer = () => resolve(new Response(null, { status: 204 }));
      init.signal?.addEventListener('abort', () => {
        isWaiting = false;
        reject(init.signal?.reason as Error);
      });
    });
  });
  return { isWaiting: () => isWaiting, answer: () => answer() };
}
