import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageSessionOf } from '../../features/messages/session/own-session.ts';
import { sectionsOf } from './sections.tsx';

const leave = vi.fn(async () => undefined);
vi.mock('../../features/auth/components/DeleteAccount.tsx', () => ({
  DeleteAccount: ({ onLeave }: { onLeave: () => void }) => <button onClick={onLeave}>Delete my account</button>,
}));

beforeEach(() => {
  localStorage.clear();
  // The queue sends what is stored, which never ends here.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => vi.unstubAllGlobals());

test('unsent messages of a deleted account are removed from the device, and those of others stay', async () => {
  const stored = {
    input: { clientId: 'c1', receiverId: 'u2', content: 'a secret' },
    createdAt: '2026-11-22T10:00:00Z',
  };
  localStorage.setItem('unsent:u1:c1', JSON.stringify(stored));
  localStorage.setItem('unsent:u9:c1', JSON.stringify(stored));
  messageSessionOf('u1', () => undefined);
  const sections = sectionsOf({
    role: 'student',
    userId: 'u1',
    onLeave: leave,
    appearance: {} as never,
    onChange: () => undefined,
  });
  render(sections.find(({ id }) => id === 'delete')?.content);
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(Object.keys(localStorage)).toEqual(['unsent:u9:c1']);
});
