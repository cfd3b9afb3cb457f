import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { DesktopSettings as Settings } from '#shared/bridge/desktop.ts';
import type { DownloadView } from '#shared/bridge/downloads.ts';
import { currentToasts, removeToast } from '../../../lib/page/toasts.ts';
import { DesktopSettings } from './DesktopSettings.tsx';
import { DiagnosticsDialog } from './DiagnosticsDialog.tsx';
import { DownloadsPanel } from './DownloadsPanel.tsx';

const OWN = { isManaged: false, isRecommended: false };
const MANAGED = { isManaged: true, isRecommended: false };

const SETTINGS: Settings = {
  startAtLogin: { value: false, ...OWN },
  closeBehaviour: { value: 'tray', ...OWN },
  notificationPreview: { value: 'full', ...OWN },
  downloads: { folder: '/home/ana/Downloads', rule: { value: 'allow', ...OWN } },
  spelling: { isAvailable: true, isOn: true, languages: ['en-GB'], choices: ['de', 'en-GB', 'fr'] },
  zoomFactor: 1,
  zoomSteps: [0.5, 1, 1.25],
};

function openSettings(settings: Settings = SETTINGS) {
  let change: (next: Settings) => void = () => undefined;
  const edit = vi.fn(async (_changes: object) => settings);
  const openDiagnostics = vi.fn(async () => undefined);
  const bridge = {
    getDesktopSettings: async () => settings,
    editDesktopSettings: edit,
    chooseDownloadsFolder: async () => ({ ...settings, downloads: { ...settings.downloads, folder: '/media/stick' } }),
    onDesktopSettings: (listener: typeof change) => ((change = listener), () => undefined),
    openDiagnostics,
  };
  vi.stubGlobal('lyceum', bridge);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DesktopSettings />
    </QueryClientProvider>,
  );
  return { edit, openDiagnostics, change: (next: Settings) => act(() => change(next)) };
}

beforeEach(() => removeToast());
afterEach(() => vi.unstubAllGlobals());

describe('the settings of the desktop app', () => {
  it('are saved one by one', async () => {
    const { edit, openDiagnostics } = openSettings();
    await userEvent.click(await screen.findByLabelText('Start when you log in to this computer'));
    await userEvent.selectOptions(screen.getByLabelText('When you close the window'), 'quit');
    await userEvent.selectOptions(screen.getByLabelText('Notifications of messages show'), 'sender');
    await userEvent.selectOptions(screen.getByLabelText('Zoom'), '125%');
    await userEvent.click(screen.getByLabelText('Ask where to save each file'));
    await userEvent.click(screen.getByLabelText('German'));
    await userEvent.click(screen.getByLabelText('British English'));
    await userEvent.click(screen.getByRole('button', { name: 'Open diagnostics' }));
    expect(edit.mock.calls.map(([changes]) => changes)).toEqual([
      { startAtLogin: true },
      { closeBehaviour: 'quit' },
      { notificationPreview: 'sender' },
      { zoomFactor: 1.25 },
      { downloadRule: 'ask' },
      { spellingLanguages: ['en-GB', 'de'] },
      { spellingLanguages: [] },
    ]);
    expect(openDiagnostics).toHaveBeenCalledOnce();
  });

  it('show the chosen folder, and changes of the menu', async () => {
    const { change } = openSettings();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose folder' }));
    expect(await screen.findByText('/media/stick')).toBeDefined();
    change({ ...SETTINGS, zoomFactor: 0.5 });
    expect(await screen.findByDisplayValue('50%')).toBeDefined();
  });

  it('are locked where the institution has set them', async () => {
    openSettings({
      ...SETTINGS,
      startAtLogin: { value: true, ...MANAGED },
      closeBehaviour: { value: 'quit', ...MANAGED },
      notificationPreview: { value: 'none', ...MANAGED },
      downloads: { folder: '', rule: { value: 'deny', ...MANAGED } },
      spelling: { isAvailable: false, isOn: true, languages: [], choices: [] },
    });
    expect(await screen.findByLabelText('Start when you log in to this computer')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('When you close the window')).toHaveProperty('disabled', true);
    expect(screen.getAllByText('Managed by your institution.')).toHaveLength(3);
    expect(screen.getByText('Your institution does not allow downloads.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Choose folder' })).toBeNull();
    expect(screen.queryByLabelText('Check spelling')).toBeNull();
  });

  it('show what the institution recommends, which can be changed', async () => {
    const recommended = { isManaged: false, isRecommended: true };
    const { edit } = openSettings({
      ...SETTINGS,
      startAtLogin: { value: true, ...recommended },
      closeBehaviour: { value: 'quit', ...recommended },
      notificationPreview: { value: 'none', ...recommended },
    });
    const login = await screen.findByLabelText('Start when you log in to this computer');
    expect(login.getAttribute('aria-checked')).toBe('true');
    expect(screen.getByLabelText('When you close the window')).toHaveProperty('value', 'quit');
    expect(screen.getByLabelText('Notifications of messages show')).toHaveProperty('value', 'none');
    expect(screen.getAllByText('Recommended by your institution.')).toHaveLength(3);
    await userEvent.click(login);
    expect(edit).toHaveBeenCalledExactlyOnceWith({ startAtLogin: false });
  });

  it('render nothing in the web app', () => {
    const { container } = render(
      <QueryClientProvider client={new QueryClient()}>
        <DesktopSettings />
      </QueryClientProvider>,
    );
    expect(container.innerHTML).toBe('');
  });
});

describe('the downloads', () => {
  const running: DownloadView = {
    id: '1',
    name: 'notes.pdf',
    state: 'progressing',
    receivedBytes: 512,
    totalBytes: 1024,
  };
  function openPanel(first: DownloadView[] = []) {
    let send: (list: DownloadView[]) => void = () => undefined;
    const bridge = {
      onDownloads: (listener: typeof send) => ((send = listener), () => undefined),
      listDownloads: async () => first,
      openDownload: vi.fn(async () => undefined),
      showDownload: vi.fn(async () => undefined),
      dismissDownload: vi.fn(async () => undefined),
    };
    render(<DownloadsPanel bridge={bridge as unknown as Bridge} />);
    return { bridge, send: (list: DownloadView[]) => act(() => send(list)) };
  }

  it('show their progress, and what can be done with a file', async () => {
    const { bridge, send } = openPanel();
    expect(screen.queryByRole('region', { name: 'Downloads' })).toBeNull();
    send([running]);
    expect(screen.getByLabelText('Download of notes.pdf')).toHaveProperty('value', 50);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the download of notes.pdf' }));
    send([{ ...running, state: 'completed', receivedBytes: 1024 }]);
    expect(screen.getByRole('status').textContent).toBe('notes.pdf was downloaded');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show in folder' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove notes.pdf from this list' }));
    expect(bridge.openDownload).toHaveBeenCalledExactlyOnceWith('1');
    expect(bridge.showDownload).toHaveBeenCalledExactlyOnceWith('1');
    expect(bridge.dismissDownload.mock.calls).toEqual([['1'], ['1']]);
  });

  it('of an earlier window are listed, a failed one with what to do', async () => {
    openPanel([
      { ...running, state: 'failed' },
      { ...running, id: '2', name: 'b.mp4', totalBytes: 0 },
    ]);
    expect(await screen.findByText(/Check your connection and the free space/)).toBeDefined();
    expect(screen.getByText('512 bytes so far')).toBeDefined();
  });

  it('report a file that cannot be opened', async () => {
    const { bridge, send } = openPanel();
    bridge.openDownload.mockRejectedValueOnce(new Error('FAILED'));
    send([{ ...running, state: 'completed' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('The file could not be opened'));
  });
});

describe('the diagnostics', () => {
  it('show the sections of main and of the page, and save both', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const save = vi.fn(async () => true);
    const bridge = {
      getDiagnostics: async () => ({
        createdAt: '2026-11-23T10:00:00Z',
        sections: [{ title: 'Versions', rows: [{ name: 'Lyceum', value: '0.1.0' }] }],
        log: 'a line of the log',
      }),
      exportDiagnostics: save,
    };
    render(<DiagnosticsDialog bridge={bridge as unknown as Bridge} onClose={() => undefined} />);
    const dialog = await screen.findByRole('dialog', { name: 'Diagnostics' });
    expect(await within(dialog).findByText('0.1.0')).toBeDefined();
    expect(within(dialog).getByText('a line of the log')).toBeDefined();
    expect(await within(dialog).findByText(/Unknown: log in/, undefined, { timeout: 30_000 })).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as text' }));
    expect(save.mock.calls).toMatchObject([['text', [{ title: 'Devices' }, { title: 'Calls' }, { title: 'Page' }]]]);
    await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('The diagnostics were saved'));
  });

  it('say when they cannot be read', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const bridge = { getDiagnostics: () => Promise.reject(new Error('FAILED')) };
    render(<DiagnosticsDialog bridge={bridge as unknown as Bridge} onClose={() => undefined} />);
    expect(await screen.findByText(/could not be read/)).toBeDefined();
  });
});
