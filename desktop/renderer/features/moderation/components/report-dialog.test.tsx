// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import { blockEndpoints } from '#shared/api/users.ts';
import { reportEndpoints } from '#shared/api/reports.ts';
import { call } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { ReportDialog } from './ReportDialog.tsx';

vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/http/api.ts')>()),
  call: vi.fn(),
}));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.clearAllMocks();
});

const author = {
  id: 'u2',
  fullName: 'Bo Lind',
  username: 'bo',
  role: 'teacher' as const,
  position: null,
  institution: null,
  profileImage: null,
};

function show() {
  const on = { onClose: vi.fn(), onBlocked: vi.fn() };
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { id: 'u1' } as CurrentUser);
  render(
    <QueryClientProvider client={client}>
      <ReportDialog target={{ type: 'post', id: 'p1', author }} {...on} />
    </QueryClientProvider>,
  );
  return on;
}

describe('ReportDialog', () => {
  it('requires a reason, sends the report and offers a block', async () => {
    const { onClose, onBlocked } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(screen.getByText('Choose a reason')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Spam' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    await screen.findByRole('dialog', { name: 'Thank you for your report' });
    expect(call).toHaveBeenCalledWith(
      reportEndpoints.createReport,
      { body: { targetType: 'post', targetId: 'p1', reason: 'spam' } },
      expect.anything(),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    expect(call).toHaveBeenLastCalledWith(blockEndpoints.blockUser, { params: { id: 'u2' } });
    expect(onBlocked).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalled();
  });

  it('keeps the text when sending fails', async () => {
    vi.mocked(call).mockRejectedValueOnce(new ApiError('Too many requests. Please try again in 9 seconds.', 429));
    show();
    await userEvent.click(screen.getByRole('radio', { name: 'Something else' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(screen.getByText('Describe in a few words what is wrong')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox'), 'It is my text');
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText(/Too many requests/)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is my text');
  });

  it('restores the note after Escape, and forgets it on Cancel', async () => {
    const open = (): HTMLTextAreaElement => {
      show();
      return screen.getByRole<HTMLTextAreaElement>('textbox');
    };
    await userEvent.type(open(), 'Half a note');
    await userEvent.keyboard('{Escape}');
    cleanup();
    expect(open().value).toBe('Half a note');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    expect(open().value).toBe('');
  });
});
