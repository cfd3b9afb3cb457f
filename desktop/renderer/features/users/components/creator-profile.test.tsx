// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { profileQuery } from '../api/queries.ts';
import { CreatorProfile } from './CreatorProfile.tsx';

vi.mock('../../../lib/http/api.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../../lib/live/live.ts', () => ({ liveLink: { emit: () => Promise.resolve({ ok: true }) } }));

const PROFILE = {
  id: 'u1',
  version: 'v1',
  fullName: 'Nora Lindqvist',
  username: 'nora',
  role: 'creator',
  position: null,
  institution: null,
  bio: '',
  profileImage: '/files/f1',
  profileImageAlt: null,
  coverImage: null,
  coverImageAlt: null,
  officeHours: null,
  educationData: [],
  experienceData: [],
};

beforeEach(() => {
  localStorage.clear();
  vi.mocked(call).mockReset();
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { id: 'u1' } as never);
  client.setQueryData(profileQuery(null).queryKey, PROFILE as never);
  render(
    <QueryClientProvider client={client}>
      <CreatorProfile />
    </QueryClientProvider>,
  );
});

const button = (name: string, place = screen as Pick<typeof screen, 'getByRole'>) =>
  place.getByRole('button', { name });

it('shows name and biography, and changes the biography', async () => {
  expect(screen.getByText('Nora Lindqvist')).toBeTruthy();
  expect(screen.getByText('No biography yet.')).toBeTruthy();
  fireEvent.click(button('Edit profile'));
  const dialog = screen.getByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^About/), { target: { value: 'Teaches **maps**.' } });
  vi.mocked(call).mockResolvedValue({ ...PROFILE, bio: 'Teaches maps.', version: 'v2' });
  fireEvent.click(button('Save', within(dialog)));
  await waitFor(() => expect(screen.getByText('Teaches maps.')).toBeTruthy());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(vi.mocked(call).mock.calls[0]?.slice(1)).toMatchObject([
    { body: { bio: 'Teaches **maps**.' } },
    { ifMatch: 'v1' },
  ]);
});

it('keeps what was typed in the editor when Esc closes it, until it is discarded', () => {
  const about = () => screen.getByLabelText<HTMLTextAreaElement>(/^About/);
  fireEvent.click(button('Edit profile'));
  fireEvent.change(about(), { target: { value: 'Half a sentence' } });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(button('Edit profile'));
  expect(about().value).toBe('Half a sentence');
  expect(screen.getByText('You have unsaved changes from your last visit.')).toBeTruthy();
  fireEvent.click(button('Discard changes'));
  expect(about().value).toBe('');
});

it('describes and removes the photo', async () => {
  fireEvent.click(button('Change photo'));
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: 'At the board' } });
  vi.mocked(call).mockResolvedValue({ ...PROFILE, profileImageAlt: 'At the board' });
  fireEvent.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(vi.mocked(call).mock.calls[0]?.[1]).toEqual({ body: { fileId: 'f1', alt: 'At the board' } });

  fireEvent.click(button('Change photo'));
  vi.mocked(call).mockResolvedValue({ ...PROFILE, profileImage: null });
  fireEvent.click(button('Remove'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(button('Change photo'));
  expect(button('Choose a photo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

it('keeps the dialog with the failure when the server refuses the photo', async () => {
  fireEvent.click(button('Change photo'));
  vi.mocked(call).mockRejectedValue(new Error('refused'));
  fireEvent.click(button('Remove'));
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
  expect(screen.getByRole('dialog')).toBeTruthy();
});
