import { beforeEach, expect, it, vi } from 'vitest';
import type { UploadView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import type { ResumableOptions } from '../../../lib/http/resumable-upload.ts';
import { FILES_AT_ONCE, sortFiles } from './attachment-rules.ts';
import { Attachments } from './attachments.ts';

interface Run {
  name: string;
  options: ResumableOptions;
  arrive: () => void;
  refuse: (reason: string) => void;
}

let runs: Run[];
let reported: string[];
let announcement: string;
let attachments: Attachments;

beforeEach(() => {
  [runs, reported] = [[], []];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:image');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  attachments = new Attachments({
    upload: (file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        runs.push({
          name: file.name,
          options,
          arrive: () => resolve({ fileId: `id of ${file.name}` } as UploadView),
          refuse: (reason) => reject(new ApiError(reason, 415)),
        });
      }),
    onChange: () => undefined,
    onAnnounce: (sentence) => (announcement = sentence),
    onUploaded: (_id, { fileId }) => reported.push(fileId),
    onRefused: (_id, reason) => reported.push(reason),
  });
});

const file = (name: string, size = 10) => {
  const made = new File(['x'], name, { type: name.endsWith('.png') ? 'image/png' : 'application/pdf' });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const stage = (...files: File[]) =>
  attachments.stage(
    'ben',
    files.map((chosen) => ({ file: chosen, isPhoto: false })),
  );
const statuses = () => attachments.list().map((item) => [item.file.name, item.status]);

it('uploads two at once and queues the others', async () => {
  stage(file('1.pdf'), file('2.png'), file('3.pdf'));
  expect(statuses()).toEqual([
    ['1.pdf', 'uploading'],
    ['2.png', 'uploading'],
    ['3.pdf', 'queued'],
  ]);
  runs[1]?.arrive();
  await vi.waitFor(() =>
    expect(statuses()).toEqual([
      ['1.pdf', 'uploading'],
      ['2.png', 'done'],
      ['3.pdf', 'uploading'],
    ]),
  );
  expect(attachments.list()[1]).toMatchObject({ previewUrl: 'blob:image', upload: { fileId: 'id of 2.png' } });
});

it('uploads an image as a photo or as a file, as it was chosen', async () => {
  const [photo, kept] = [file('1.png'), file('2.png')];
  attachments.stage('ben', [
    { file: photo, isPhoto: true },
    { file: kept, isPhoto: false },
  ]);
  await vi.waitFor(() =>
    expect(new Map(runs.map(({ name, options }) => [name, options.purpose]))).toEqual(
      new Map([
        ['1.png', 'message-photo'],
        ['2.png', 'message-file'],
      ]),
    ),
  );
});

it('reports an uploaded file after its message was sent', async () => {
  stage(file('1.pdf'), file('2.pdf'));
  runs[0]?.arrive();
  await vi.waitFor(() => expect(statuses()[0]).toEqual(['1.pdf', 'done']));
  expect(attachments.release('cat')).toEqual([]);
  expect(attachments.release('ben')).toMatchObject([{ upload: { fileId: 'id of 1.pdf' } }, { status: 'uploading' }]);
  runs[1]?.arrive();
  await vi.waitFor(() => expect(reported).toEqual(['id of 2.pdf']));
});

it('stores a refused file with the reason and does not send it until it is tried again', async () => {
  stage(file('1.pdf'));
  runs[0]?.refuse('This is no PDF');
  await vi.waitFor(() => expect(attachments.list()).toMatchObject([{ status: 'failed', error: 'This is no PDF' }]));
  expect(announcement).toBe('1.pdf was not uploaded. This is no PDF');
  expect([attachments.release('ben'), reported]).toEqual([[], []]);
  attachments.retry(attachments.list()[0]?.id ?? '');
  expect(statuses()).toEqual([['1.pdf', 'uploading']]);
});

it('reports a refusal after its message was sent', async () => {
  stage(file('1.pdf'));
  attachments.release('ben');
  runs[0]?.refuse('Too large');
  await vi.waitFor(() => expect(reported).toEqual(['Too large']));
});

it('cancels a removed upload and starts the next', async () => {
  stage(file('1.pdf'), file('2.pdf'), file('3.pdf'));
  attachments.remove(attachments.list()[0]?.id ?? '');
  expect(runs[0]?.options.signal.aborted).toBe(true);
  await vi.waitFor(() =>
    expect(statuses()).toEqual([
      ['2.pdf', 'uploading'],
      ['3.pdf', 'uploading'],
    ]),
  );
  runs[1]?.options.onProgress(0.5);
  runs[1]?.options.onWaiting(true);
  expect(attachments.list()[0]).toMatchObject({ share: 0.5, status: 'waiting' });
  attachments.clear();
  expect(runs.every(({ options }) => options.signal.aborted)).toBe(true);
});

it('accepts files that can be sent and returns why the others cannot', () => {
  const most = FILE_LIMITS.maxBytes['message-file'];
  const sorted = sortFiles(
    [
      file('a.pdf'),
      file('virus.exe'),
      file('README'),
      file('empty.txt', 0),
      file('film.mp4', most + 1),
      file('b.PNG', most),
    ],
    FILES_AT_ONCE,
  );
  expect(sorted.taken.map(({ name }) => name)).toEqual(['a.pdf', 'b.PNG']);
  expect(sorted.refusals).toEqual([
    '“virus.exe” was not added: files of this type cannot be sent. Send it in a ZIP file.',
    '“README” was not added: files of this type cannot be sent. Send it in a ZIP file.',
    '“empty.txt” was not added: it is empty.',
    '“film.mp4” was not added: it has 100 MB, and the limit is 100 MB.',
  ]);
  expect(sortFiles([file('a.pdf'), file('b.pdf')], 1)).toMatchObject({
    taken: [{ name: 'a.pdf' }],
    refusals: ['Only the first file was added. A first message can have one file.'],
  });
});
