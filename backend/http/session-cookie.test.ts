import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

it.each([
  ['https', { isHttps: true, trustProxy: 1 }, '__Host-sid', 'Secure'],
  ['http', {}, 'sid', 'HttpOnly'],
] as const)('has the same attributes in every response over %s', async (protocol, config, name, attribute) => {
  app = await createTestApp(config);
  const visitor = app.visitor();
  const headers = { 'X-Forwarded-Proto': protocol };
  const first = await visitor.get('/api/csrf-token', { headers });
  // Signing up renews the session, and the next token changes it again.
  const user = { username: 'cookie', email: 'cookie@example.org', fullName: 'Cookie', role: 'teacher' };
  const { password } = visitor;
  const second = await visitor.post('/api/register', {
    headers,
    body: { ...user, password, confirmPassword: password },
  });
  const third = await visitor.get('/api/csrf-token', { headers });
  expect([first.status, second.status, third.status]).toEqual([200, 201, 200]);
  const attributes = [first, second, third].map((response) =>
    response.headers
      .getSetCookie()
      .map((cookie) =>
        cookie.replace(/=[^;]*/, '').replace(/(?:Max-Age=\d+; )?Path=\/; Expires=[^;]*/, 'Path=/; Expires'),
      ),
  );
  const all = `${name}; Path=/; Expires; HttpOnly;${attribute === 'Secure' ? ' Secure;' : ''} SameSite=Lax`;
  // A sign-in also sets the cookie by which the browser is recognised later.
  expect(attributes).toEqual([[all], [all.replace('sid', 'device'), all], [all]]);
});
