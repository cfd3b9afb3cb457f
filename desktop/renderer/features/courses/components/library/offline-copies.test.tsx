// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it, vi } from 'vitest';
import type { CourseFileView } from '#shared/api/courses.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { OfflineCopy, OfflineFile } from '#shared/bridge/offline.ts';
import { Providers } from '../../../../app/providers.tsx';
import { ApiError, NetworkError } from '../../../../lib/http/errors.ts';
import { createQueryClient } from '../../../../lib/http/query-client.ts';
import { COURSE, respondWith } from '../../../../../testing/library-page.tsx';
import { courseQuery } from '../../api/queries.ts';
import { OfflineButton } from '../OfflineButton.tsx';
import { OfflineCopies } from './OfflineCopies.tsx';

const SAVED_AT = '2026-11-02T10:00:00.000Z';
const VIDEO = fileOf('f1', 'Lecture', 'lecture.mp4');
const WORDS = fileOf('f2', 'English', 'lecture.en.vtt');

function fileOf(id: string, title: string, name: string): CourseFileView {
  const type = name.endsWith('.vtt') ? 'text/vtt' : 'video/mp4';
  const url = `/api/courses/${COURSE.id}/files/${id}`;
  return { id, title, name, type, size: 1, sha256: 'a', version: 1, isPreview: false, updatedAt: SAVED_AT, url };
}

function copyOf({ id: fileId, updatedAt: _at, isPreview: _preview, url: _url, ...file }: CourseFileView): OfflineCopy {
  return { courseId: COURSE.id, courseTitle: COURSE.title, fileId, savedAt: SAVED_AT, ...file };
}

/** Calls `onShown` after the effects of the components before it have seen the item, or that it cannot be loaded. */
function ItemShown({ onShown }: { onShown: () => void }) {
  const { isPending } = useQuery({ ...courseQuery(COURSE.id), retry: false, enabled: false });
  useEffect(() => {
    if (!isPending) onShown();
  }, [isPending, onShown]);
  return null;
}

/** Shows copies; the server lists `files`, or fails to load the item. */
function show(copies: OfflineCopy[], files: CourseFileView[] | Error) {
  respondWith((_method, path) => {
    if (path !== `/api/courses/${COURSE.id}`) return [];
    if (files instanceof Error) throw files;
    return { ...COURSE, files };
  });
  const remove = vi.fn((_fileId: string) => Promise.resolve());
  const bridge: Partial<Bridge> = {
    getOfflineState: () => Promise.resolve({ copies, saving: [] }),
    onOfflineState: () => () => undefined,
    removeOfflineCopy: remove,
  };
  const onShown = vi.fn();
  render(
    <Providers client={createQueryClient()}>
      <MemoryRouter>
        <OfflineCopies bridge={bridge as Bridge} />
        <ItemShown onShown={onShown} />
      </MemoryRouter>
    </Providers>,
  );
  return { remove, onShown };
}

/** Opens the video and waits until it has these captions. */
async function expectCaptions(...urls: (string | null)[]): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Open Lecture' }));
  const dialog = await screen.findByRole('dialog');
  const tracks = () => [...dialog.querySelectorAll('video track')].map((track) => track.getAttribute('src'));
  await expect.poll(tracks).toEqual(urls);
}

// Loads the code before the tests, because it would count as time of the first one.
beforeAll(async () => {
  await import('../../../../ui/reader/MediaViewer.tsx');
}, 60_000);

it('plays a video with the captions on this computer, also without a network', async () => {
  show([copyOf(VIDEO), copyOf(WORDS)], new NetworkError());
  await expectCaptions('/offline/f2');
});

it('plays a video with the captions of the server when no copy of them is stored', async () => {
  show([copyOf(VIDEO)], [VIDEO, WORDS]);
  await expectCaptions(WORDS.url);
});

it.each([
  ['the item is hidden from the user', new ApiError('This item is unavailable.', 404, { code: 'NOT_FOUND' }), ['f1']],
  ['the user has lost the item', [{ ...VIDEO, url: null }], ['f1']],
  ['the user has the item', [VIDEO], []],
  ['the author has removed the file', [], []],
  ['the server is away', new NetworkError(), []],
  ['a proxy responds instead of the server', new ApiError('HTTP Error 404', 404), []],
])('removes a copy when the user may no longer read the file: %s', async (_what, files, removed) => {
  const { remove, onShown } = show([copyOf(VIDEO)], files);
  await expect.poll(() => onShown.mock.calls.length).toBe(1);
  expect(remove.mock.calls.map(([fileId]) => fileId)).toEqual(removed);
});

it('keeps a video with its captions, unless they are stored already', async () => {
  const save = vi.fn((_file: OfflineFile) => Promise.resolve({ ok: true as const }));
  const course = { ...COURSE, files: [VIDEO, WORDS, fileOf('f3', 'Deutsch', 'lecture.de.vtt')] };
  const bridge: Partial<Bridge> = {
    getOfflineState: () => Promise.resolve({ copies: [copyOf(WORDS)], saving: [] }),
    onOfflineState: () => () => undefined,
    saveOfflineCopy: save,
  };
  render(
    <Providers client={createQueryClient()}>
      <OfflineButton bridge={bridge as Bridge} course={course} file={VIDEO} />
    </Providers>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Keep offline Lecture' }));
  expect(save.mock.calls.map(([{ fileId }]) => fileId)).toEqual(['f1', 'f3']);
});
