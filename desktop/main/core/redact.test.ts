import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from './redact.ts';

const TOKEN = 's%3AkX9vQ2mT7bL4nR8wZ1cF6hJ3.dG5yB0aE9uI2oP7sK4';
const ID = '0190a7c2-1111-7222-8333-444455556666';

it.each([
  ['Cookie: sid=abc; other=def', 'Cookie: [removed]'],
  ['set-cookie: __Host-sid=abc; Path=/; HttpOnly', 'set-cookie: [removed]'],
  ['Authorization: Bearer abc.def', 'Authorization: [removed]'],
  ['got Bearer abcdef for it', 'got Bearer [removed] for it'],
  ['sid=short failed', 'sid=[removed] failed'],
  ['{"csrfToken":"abc","user":1}', '{"csrfToken":[removed],"user":1}'],
  ['password: hunter2, next', 'password: [removed], next'],
  ["'api_key': 'abc'", "'api_key': [removed]"],
  ['GET https://ana:pw@lyceum.example/api/search?q=private#x failed', 'GET https://lyceum.example/api/search failed'],
  ['The page app://lyceum/chat?with=1 crashed', 'The page app://lyceum/chat crashed'],
  ['GET /api/search?q=private 500', 'GET /api/search 500'],
  ['mail ana.silva+x@mail.example.org now', 'mail [email] now'],
  ['mail josé@exámple.org now', 'mail [email] now'],
  ['/confirm?email=ana%40example.org', '/confirm'],
  [`user ${ID} left`, 'user [id] left'],
  ['ENOENT: /home/ana/.config/Lyceum', 'ENOENT: /home/[user]/.config/Lyceum'],
  ['ENOENT: /Users/ana/Library', 'ENOENT: /Users/[user]/Library'],
  [String.raw`at C:\Users\Ana Silva\AppData`, String.raw`at C:\Users\[user]\AppData`],
  ['Unexpected token in "Dear Ana, I wanted to"', 'Unexpected token in "[text]"'],
  ['Could not save “my letter.pdf”', 'Could not save “[text]”'],
  [`cookie value ${TOKEN}`, 'cookie value [removed]'],
  ['jwt eyJhbGciOi.eyJzdWIi.c2ln', 'jwt [removed]'],
])('%s', (text, expected) => expect(redact(text)).toBe(expected));

it.each([
  'The page crashed (oom, exit code 5) after 12 s.',
  'Lyceum 0.1.0 on linux 6.8.0-45-generic, Electron 45.4.1',
  'socket.io: websocket error (xhr poll error), attempt 5',
  'TypeError: Cannot read properties of undefined at file:///opt/Lyceum/app.asar/out/main/index.js:12:34',
  'GPU gpu_compositing disabled_software, webgl unavailable_software',
])('keeps what helps: %s', (text) => expect(redact(text)).toBe(text));

it('removes known secrets in every form', () => {
  const secrets = ['s:secret value', 'abcdef'];
  expect(redact('x s:secret value y s%3Asecret%20value z abcdefg', secrets)).toBe(
    'x [removed] y [removed] z [removed]g',
  );
  expect(redact('a short one stays: ab', ['ab'])).toBe('a short one stays: ab');
});

it('leaves no token of the usual length anywhere in a line', () => {
  const character = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789');
  const token = fc
    .array(character, { minLength: 32, maxLength: 64 })
    .map((all) => all.join(''))
    .filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text));
  fc.assert(
    fc.property(token, fc.constantFrom(' ', '"', '(', ': ', '=', ','), (secret, before) => {
      expect(redact(`failed with${before}${secret} here`)).not.toContain(secret);
    }),
  );
});
