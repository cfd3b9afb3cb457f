import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readBridge } from './bridge.ts';
import { copyLink } from './copy-link.ts';
import { currentToasts, removeToast } from './toasts.ts';

vi.mock('./bridge.ts', () => ({ readBridge: vi.fn() }));
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
});
afterEach(() => {
  vi.restoreAllMocks();
  removeToast();
});

it('copies the address of the page in the web app', async () => {
  await copyLink('/home?post=1');
  expect(writeText).toHaveBeenCalledWith(new URL('/home?post=1', globalThis.location.href).href);
  expect(currentToasts()[0]?.title).toBe('Link copied');
});

it('copies the address on the server in the desktop app', async () => {
  vi.mocked(readBridge).mockReturnValue({
    getAppInfo: async () => ({ serverUrl: 'https://lyceum.example' }),
  } as unknown as ReturnType<typeof readBridge>);
  await copyLink('/profile/2');
  expect(writeText).toHaveBeenCalledWith('https://lyceum.example/profile/2');
});

it('shows the address when copying fails', async () => {
  vi.mocked(readBridge).mockReturnValue(undefined);
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await copyLink('/home');
  expect(currentToasts()[0]).toMatchObject({
    variant: 'destructive',
    description: new URL('/home', globalThis.location.href).href,
  });
});
