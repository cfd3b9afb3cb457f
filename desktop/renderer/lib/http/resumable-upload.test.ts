import { beforeEach, expect, it } from 'vitest';
import type { UploadSessionView, UploadView } from '#shared/api/files.ts';
import { ApiError, NetworkError } from './errors.ts';
import { createUploader, type ResumableOptions, type UploaderPorts } from './resumable-upload.ts';

const FILE = new File(['x'.repeat(100)], 'thesis.pdf', { type: 'application/pdf', lastModified: 5 });
const STORED = { fileId: 'f1', name: 'thesis.pdf' } as UploadView;

let sessions: Map<string, UploadSessionView>;
let records: Map<string, string>;
let done: string[];
/** Behaviour of each call that sends bytes; without one, it sends all bytes. */
let sendings: ((session: UploadSessionView) => void)[];
/** The response of the server to the complete file. */
let verdict: (() => UploadView | null)[];
let ports: UploaderPorts;
let abort: AbortController;
let options: ResumableOptions;

beforeEach(() => {
  [sessions, records, done, sendings, verdict] = [new Map(), new Map(), [], [], []];
  abort = new AbortController();
  options = {
    purpose: 'message-file',
    signal: abort.signal,
    onProgress: (share) => done.push(`${String(share)}`),
    onWaiting: (isWaiting) => done.push(isWaiting ? 'waits' : 'continues'),
  };
  ports = {
    create: ({ name, size }) => {
      const id = `s${String(sessions.size + 1)}`;
      done.push(`created ${name}`);
      sessions.set(id, {
        id,
        url: `/api/uploads/sessions/${id}`,
        state: 'receiving',
        offset: 0,
        size,
        chunkBytes: 50,
        expiresAt: '',
        file: null,
      });
      return Promise.resolve(sessions.get(id) as UploadSessionView);
    },
    find: (id) => {
      const session = sessions.get(id);
      if (!session) return Promise.reject(new ApiError('not there', 404, { code: 'NOT_FOUND' }));
      if (session.offset < session.size) return Promise.resolve(session);
      try {
        const file = (verdict.shift() ?? (() => STORED))();
        return Promise.resolve({ ...session, state: file ? 'ready' : 'processing', file });
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
    remove: (id) => {
      done.push(`removed ${id}`);
      sessions.delete(id);
      return Promise.resolve();
    },
    sendBytes: (_file, session, { onProgress }) => {
      done.push(`sends from ${String(session.offset)}`);
      try {
        (sendings.shift() ?? ((open) => sessions.set(open.id, { ...open, offset: open.size })))(session);
      } catch (error) {
        return Promise.reject(error as Error);
      }
      onProgress(1);
      return Promise.resolve();
    },
    records: {
      find: (key) => records.get(key) ?? null,
      save: (key, id) => records.set(key, id),
      remove: (key) => records.delete(key),
    },
    wait: () => (abort.signal.aborted ? Promise.reject(new DOMException('aborted', 'AbortError')) : Promise.resolve()),
  };
});

const upload = () => createUploader(ports)(FILE, options);
const breaksAt = (offset: number) => (session: UploadSessionView) => {
  sessions.set(session.id, { ...session, offset });
  throw new NetworkError();
};

it('creates a session, sends the file, waits for the check by the server, and removes the record', async () => {
  verdict = [() => null, () => null];
  expect(await upload()).toBe(STORED);
  expect(done).toEqual(['created thesis.pdf', 'sends from 0', '1']);
  expect(records.size).toBe(0);
});

it('resumes in the same session', async () => {
  sendings = [breaksAt(40), breaksAt(70)];
  expect(await upload()).toBe(STORED);
  expect(done).toEqual([
    'created thesis.pdf',
    'sends from 0',
    'waits',
    'continues',
    'sends from 40',
    'waits',
    'continues',
    'sends from 70',
    '1',
  ]);
});

it('resumes after a reload when the same file is chosen again', async () => {
  sendings = [breaksAt(60)];
  ports.wait = () => new Promise(() => undefined);
  void upload();
  await expect.poll(() => done).toContain('waits');
  ports.wait = () => Promise.resolve();
  done = [];
  expect(await upload()).toBe(STORED);
  expect(done).toEqual(['sends from 60', '1']);
});

it('starts again when its session has expired', async () => {
  records.set('message-file|thesis.pdf|application/pdf|100|5', 's9');
  expect(await upload()).toBe(STORED);
  expect(done[0]).toBe('created thesis.pdf');
});

it('reports a rejection, and starts again the next time', async () => {
  verdict = [
    () => {
      throw new ApiError('This is no PDF', 415, { code: 'BAD_TYPE' });
    },
  ];
  await expect(upload()).rejects.toThrow('This is no PDF');
  expect(records.size).toBe(0);
});

it('does not wait for a full disk', async () => {
  ports.create = () => Promise.reject(new ApiError('Your storage is full', 507, { code: 'STORAGE_FULL' }));
  await expect(upload()).rejects.toThrow('Your storage is full');
});

it('removes the uploaded part when it is cancelled, also while it waits for the network', async () => {
  sendings = [breaksAt(30)];
  ports.wait = () => {
    abort.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  };
  await expect(upload()).rejects.toThrow('aborted');
  expect(done.at(-1)).toBe('removed s1');
  expect([sessions.size, records.size]).toEqual([0, 0]);
});

it('uploads the same file to two places in sessions of their own, of which either can be cancelled', async () => {
  const uploader = createUploader(ports);
  sendings = [breaksAt(60), breaksAt(20)];
  let reconnect = (): void => undefined;
  const network = new Promise<void>((resolve) => (reconnect = resolve));
  ports.wait = (_ms, signal) =>
    new Promise((resolve, reject) => {
      void network.then(resolve);
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const first = uploader(FILE, options);
  await expect.poll(() => done).toContain('waits');
  const cancel = new AbortController();
  const second = uploader(FILE, { ...options, signal: cancel.signal });
  await expect.poll(() => sessions.size).toBe(2);
  cancel.abort();
  await expect(second).rejects.toThrow('aborted');
  expect([...sessions.keys()]).toEqual(['s1']);
  reconnect();
  expect(await first).toBe(STORED);
  expect(done.slice(-2)).toEqual(['sends from 60', '1']);
});
