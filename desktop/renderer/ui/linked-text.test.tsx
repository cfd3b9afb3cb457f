import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LinkedText } from './LinkedText.tsx';

it('asks before a link opens another website, and shows its whole host', async () => {
  const host = `login.school.example.${'account-security.'.repeat(4)}evil.example`;
  render(<LinkedText>{`see https://${host}/login`}</LinkedText>);
  await userEvent.click(screen.getByRole('link', { name: new RegExp(host) }));
  const dialog = await screen.findByRole('dialog', { name: 'You are leaving Lyceum' });
  expect(dialog.textContent).toContain(host);
  expect(screen.queryByRole('alert')).toBeNull();
  const open = screen.getByRole('link', { name: 'Open website' });
  expect(open.getAttribute('href')).toBe(`https://${host}/login`);
  expect(open.getAttribute('rel')).toContain('noopener noreferrer');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('warns of letters that look like others, also when the middle button is pressed', async () => {
  // The first letter is Cyrillic.
  render(<LinkedText>https://аpple.com</LinkedText>);
  await userEvent.pointer({ keys: '[MouseMiddle]', target: screen.getByRole('link') });
  expect((await screen.findByRole('dialog')).textContent).toContain('xn--pple-43d.com');
  expect(screen.getByRole('alert').textContent).toContain('look like other letters');
});

it('opens a link to Lyceum itself without a question', async () => {
  render(<LinkedText>{`${location.origin}/home`}</LinkedText>);
  const link = screen.getByRole('link');
  let wasPrevented: boolean | undefined;
  link.parentElement?.addEventListener('click', (event) => {
    wasPrevented = event.defaultPrevented;
    event.preventDefault();
  });
  await userEvent.click(link);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(wasPrevented).toBe(false);
});
