import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { QueryClient } from '@tanstack/react-query';
import { courseEndpoints } from '#shared/api/courses.ts';
import type { UploadView } from '#shared/api/files.ts';
import { call } from '../../../lib/http/api.ts';
import type { Uploader } from '../../../lib/http/resumable-upload.ts';
import { queuedUpload, UploadQueue, type QueuedUpload } from '../../../lib/http/upload-queue.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { addSlice, store, useAppState } from '../../../lib/store.ts';
import { titleOf } from '../file-facts.ts';
import { refetchItem } from './authoring.ts';

/** The upload of a file of an item. */
export interface CourseUpload extends QueuedUpload {
  courseId: string;
  /** The file that it replaces; null for a new one. */
  replacedId: string | null;
}

interface UploadsState {
  items: readonly CourseUpload[];
  /** The last event of an upload, in a sentence for screen readers. */
  announcement: string;
}

const uploads = createSlice({
  name: 'courseUploads',
  initialState: { items: [], announcement: '' } as UploadsState,
  reducers: {
    update: (state, { payload }: PayloadAction<Partial<UploadsState>>) => ({ ...state, ...payload }),
  },
});
const readState = addSlice<UploadsState>(uploads.name, uploads.reducer);
const update = (change: Partial<UploadsState>): void => void store.dispatch(uploads.actions.update(change));

/** Returns the uploads of all items and follows their changes. */
export function useCourseUploads(): UploadsState {
  return useAppState(readState);
}

/** The uploads of one user's files, as long as the page is open. */
export interface FileUploads {
  add: (courseId: string, files: readonly File[]) => void;
  replace: (courseId: string, fileId: string, file: File) => void;
  retry: (id: string) => void;
  /** Cancels an upload and removes its file, on the server as well. */
  remove: (id: string) => void;
}

let current: (FileUploads & { userId: string; clear: () => void }) | undefined;

/**
 * Returns the uploads of the signed-in user. They continue when another page is opened, and end with the session. A
 * file that was chosen before a reload continues at its last offset when it is chosen again.
 */
export function fileUploadsOf(client: QueryClient, userId: string): FileUploads {
  if (current?.userId !== userId) {
    current?.clear();
    current = { userId, ...createUploads(client, userId) };
  }
  return current;
}

function createUploads(client: QueryClient, userId: string): FileUploads & { clear: () => void } {
  /** The stored bytes of uploads that the item has not received yet: a retry does not send them again. */
  const stored = new Map<string, UploadView>();
  const upload: Uploader = async (file, options) =>
    (await import('../../../lib/http/resumable-upload.ts')).uploaderOf(userId)(file, options);
  const queue = new UploadQueue<CourseUpload, void>({
    upload: async (file, options, item) => {
      const bytes = stored.get(item.id) ?? (await upload(file, { purpose: 'course-file', ...options }));
      stored.set(item.id, bytes);
      await addToItem(item, { uploadId: bytes.fileId, signal: options.signal });
    },
    onChange: (items) => update({ items }),
    onAnnounce: (announcement) => update({ announcement }),
    onDone: ({ id, courseId }) => {
      void refetchItem(client, courseId).then(() => remove(id));
    },
  });
  const remove = (id: string): void => {
    stored.delete(id);
    queue.remove(id);
  };
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData(sessionQuery.queryKey)?.id !== userId) clear();
  });
  const clear = (): void => {
    stop();
    for (const { id } of queue.list()) remove(id);
    if (current?.userId === userId) current = undefined;
  };
  return {
    add: (courseId, files) => {
      for (const file of files) queue.add({ ...queuedUpload(file), courseId, replacedId: null }, file);
    },
    replace: (courseId, replacedId, file) => queue.add({ ...queuedUpload(file), courseId, replacedId }, file),
    retry: (id) => queue.retry(id),
    remove,
    clear,
  };
}

/** Adds uploaded bytes to their item; the id of the upload identifies the write on a retry. */
async function addToItem(
  { id, courseId, replacedId, file }: CourseUpload,
  { uploadId, signal }: { uploadId: string; signal: AbortSignal },
): Promise<void> {
  const options = { idempotencyKey: id, signal };
  if (replacedId === null) {
    const body = { uploadId, title: titleOf(file.name), isPreview: false };
    await call(courseEndpoints.addCourseFile, { params: { id: courseId }, body }, options);
  } else {
    const params = { id: courseId, fileId: replacedId };
    await call(courseEndpoints.editCourseFile, { params, body: { uploadId } }, options);
  }
}
