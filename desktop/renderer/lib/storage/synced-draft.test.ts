// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../http/api.ts';
import { saveDraft } from './drafts.ts';
import { SyncedDraft } from './synced-draft.ts';

vi.mock('../http/api.ts', () => ({ call: vi.fn() }));

/** The drafts on the server of all devices. */
let stored: string;
beforeEach(() => {
  stored = '';
  localStorage.clear();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation(((endpoint: unknown, input: { body?: { body: string } }) => {
    if (endpoint === savedEndpoints.setDraft) stored = input.body?.body ?? '';
    return Promise.resolve({ body: stored, updatedAt: null });
  }) as typeof call);
});

const writes = () => vi.mocked(call).mock.calls.filter(([endpoint]) => endpoint === savedEndpoints.setDraft).length;

describe('SyncedDraft', () => {
  it('loads the text of another device, also when it is empty', async () => {
    stored = 'Half a thought';
    const draft = new SyncedDraft('u1', 'post');
    expect(await draft.fetch()).toBe('Half a thought');
    expect(draft.text).toBe('Half a thought');
    stored = '';
    expect(await draft.fetch()).toBe('');
    expect(await draft.fetch()).toBeUndefined();
    expect(writes()).toBe(0);
  });

  it('sends unsent changes of this device, which take precedence', async () => {
    saveDraft('u1', 'post', 'Mine');
    stored = 'Theirs';
    expect(await new SyncedDraft('u1', 'post').fetch()).toBeUndefined();
    expect(stored).toBe('Mine');
  });

  it('sends after a pause in typing, and at once on flush', async () => {
    vi.useFakeTimers();
    const draft = new SyncedDraft('u1', 'post');
    for (const text of ['a', 'ab', 'abc']) draft.set(text);
    expect(writes()).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([stored, writes()]).toEqual(['abc', 1]);
    draft.set('abcd');
    draft.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored).toBe('abcd');
    vi.useRealTimers();
  });

  it('clears a draft on the server that is cleared while its text is being sent', async () => {
    const draft = new SyncedDraft('u1', 'post');
    draft.set('abc');
    draft.flush();
    draft.set('');
    draft.flush();
    await draft.fetch();
    expect([stored, localStorage.length]).toEqual(['', 0]);
  });

  it('stores the text on this device while the server does not respond', async () => {
    vi.mocked(call).mockRejectedValue(new Error('away'));
    const draft = new SyncedDraft('u1', 'post');
    draft.set('Stored');
    draft.flush();
    expect(await draft.fetch()).toBeUndefined();
    expect(new SyncedDraft('u1', 'post').text).toBe('Stored');
  });
});
