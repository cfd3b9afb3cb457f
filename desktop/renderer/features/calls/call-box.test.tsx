import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallBoxView } from '#shared/bridge/calls.ts';
import { CallBox } from './components/CallBox.tsx';
import { isRingSoundOn, readRingRule, setQuiet, storeRingRule } from './ring-sound.ts';

const VIEW: CallBoxView = {
  callId: 'c1',
  peer: { id: 'ana', name: 'Ana Ruiz', photo: null },
  callType: 'video',
  isQuiet: false,
};

let played: string[];
beforeEach(() => {
  played = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ringtone');
  vi.stubGlobal(
    'Audio',
    class {
      volume = 1;
      play(): Promise<void> {
        played.push(`play ${this.volume}`);
        return Promise.resolve();
      }
      pause(): void {
        played.push('pause');
      }
      setSinkId(id: string): Promise<void> {
        played.push(`sink ${id}`);
        return Promise.resolve();
      }
    },
  );
});
afterEach(() => {
  setQuiet(false);
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the box of a call, or of one that has ended meanwhile. */
async function open(view: CallBoxView | null) {
  let change: (next: CallBoxView) => void = () => {};
  const actInCallBox = vi.fn(() => Promise.resolve());
  const bridge = {
    getCallBox: () => Promise.resolve(view),
    onCallBox: (listener: typeof change) => ((change = listener), () => {}),
    actInCallBox,
  };
  const { unmount } = render(<CallBox bridge={bridge} />);
  // The box shows the call once the desktop app has responded.
  await act(async () => undefined);
  return { actInCallBox, change: (next: CallBoxView) => act(() => change(next)), unmount };
}

it('shows who calls, rings on the chosen device, and offers three choices', async () => {
  localStorage.setItem('call-devices', JSON.stringify({ ringer: 'desk' }));
  const { actInCallBox, unmount } = await open(VIEW);
  const box = screen.getByRole('alertdialog', { name: 'Incoming Video Call' });
  expect(box.textContent).toContain('Ana Ruiz is calling you');
  await vi.waitFor(() => expect(played).toEqual(['sink desk', 'play 0.7']));
  await userEvent.click(screen.getByRole('button', { name: 'Answer with voice' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await userEvent.keyboard('{Control>}{Shift>}a{/Shift}{/Control}');
  expect(actInCallBox.mock.calls).toEqual([
    ['c1', 'answer-voice'],
    ['c1', 'decline'],
    ['c1', 'answer-video'],
  ]);
  unmount();
  expect(played.at(-1)).toBe('pause');
});

it('offers one way to answer a voice call, and follows the next call', async () => {
  const { actInCallBox, change } = await open({ ...VIEW, callType: 'voice' });
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(screen.queryByRole('button', { name: /with/ })).toBeNull();
  change({ ...VIEW, callId: 'c2', peer: { id: 'omar', name: 'عمر حداد', photo: null } });
  expect(screen.getByText('عمر حداد').tagName).toBe('BDI');
  await userEvent.click(screen.getByRole('button', { name: 'Answer with video' }));
  expect(actInCallBox.mock.calls).toEqual([
    ['c1', 'answer-voice'],
    ['c2', 'answer-video'],
  ]);
});

it('stays silent while the member does not want to be disturbed, unless the ringtone always plays', async () => {
  const { change } = await open({ ...VIEW, isQuiet: true });
  expect(screen.getByRole('alertdialog')).toBeDefined();
  expect(played).toEqual([]);
  change({ ...VIEW, isQuiet: false });
  await vi.waitFor(() => expect(played).toEqual(['play 0.7']));
  change({ ...VIEW, isQuiet: true });
  expect(played.at(-1)).toBe('pause');
  expect([readRingRule(), isRingSoundOn()]).toEqual(['unless-quiet', false]);
  storeRingRule('always');
  expect(isRingSoundOn()).toBe(true);
  storeRingRule('never');
  change(VIEW);
  expect(isRingSoundOn()).toBe(false);
});

it('shows nothing when the call has ended', async () => {
  await open(null);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
