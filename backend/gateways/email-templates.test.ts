import { expect, it } from 'vitest';
import { renderEmail } from './email-templates.ts';

const read = (name: string) => renderEmail('password-changed', { name }, 'https://lyceum.example').text;

it.each(['Ana Ruiz', 'J.R.R. Tolkien', 'Dr. Maya Lind', 'محمد'])('greets %s by name', (name) => {
  expect(read(name)).toContain(`Hello ${name},`);
});

it.each(['Prize: http://evil.test/x', 'You won, see www.evil', 'evil.test', 'claim at evil.example now'])(
  'carries no link of who registers an address: %s',
  (name) => {
    const text = read(name);
    expect(text).toContain('Hello,');
    expect(text).not.toContain('evil');
  },
);

it('does not greet the owner of an address that is not confirmed with a name that someone else chose', () => {
  const { text } = renderEmail('verify-email', { path: '/auth?mode=verify#token=x' }, 'https://lyceum.example');
  expect(text).toMatch(/^Hello,\n/);
});
