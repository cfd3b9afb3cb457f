import {
  OFFLINE_PATH,
  type OfflineCalls,
  type OfflineFile,
  type OfflineResult,
  type OfflineSaving,
  type OfflineState,
} from '#shared/bridge/offline.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { findUnconfirmed, isConfirmed, readAccess, readFileId, withCopy } from './core/offline-index.ts';
import type { LiveFollower } from './platform/live.ts';
import {
  download,
  listCopies,
  readCopy,
  removeAll,
  removeCopy,
  removeEveryone,
  removeOthers,
  removeUnlisted,
  writeCopies,
  type CopyOwner,
  type CopyPlace,
  type FetchFromServer,
} from './platform/offline-files.ts';

/** The page is shown the progress of a copy this often, in milliseconds. */
const PROGRESS_EVERY_MS = 250;

/** Items that one request asks for; the server allows 50. */
const CARDS_AT_ONCE = 30;
const CONFIRM_TIMEOUT_MS = 10_000;

/** Dependencies of the copies, which are stored below `rootDir`. */
interface OfflineParts {
  fetchFromServer: FetchFromServer;
  rootDir: string;
  serverUrl: () => string | null;
  /** The key of the files of a user's account; null while the account is not known. */
  keyOf: (userId: string) => string | null;
  send: (state: OfflineState) => void;
}

interface Saving extends OfflineSaving {
  owner: CopyOwner;
  stop: AbortController;
  result: Promise<OfflineResult>;
}

/** Files of items on this computer, for the account that is signed in. */
export class OfflineCopies {
  private readonly parts: OfflineParts;
  /** The user whose copies are shown; undefined until one has signed in, and after they signed out. */
  private userId: string | undefined;
  private readonly saving = new Map<string, Saving>();
  private confirming: Promise<void> | undefined;
  /** Changes of the list, one at a time. */
  private queue: Promise<unknown> = Promise.resolve();
  /** States that are sent, one at a time. */
  private published: Promise<void> = Promise.resolve();

  constructor(parts: OfflineParts) {
    this.parts = parts;
  }

  /** Main's handlers of the calls about files for offline use. */
  readonly handlers: HandlersOf<OfflineCalls> = {
    getOfflineState: () => this.readState(),
    saveOfflineCopy: (file) => this.save(file),
    removeOfflineCopy: (fileId) => this.remove(fileId),
  };

  /** Confirms the copies when the server can be reached. */
  readonly follower: LiveFollower = {
    onStatus: (status) => {
      if (status === 'live') void this.confirm();
    },
    onPush: () => undefined,
  };

  /** Returns the copy at a path below {@link OFFLINE_PATH}; null when there is none. */
  read(request: Request): Promise<Response | null> {
    return this.find(new URL(request.url).pathname.slice(OFFLINE_PATH.length), request);
  }

  /** Returns the copy of the file that a page asks the server for; null when there is none. */
  readInstead(request: Request): Promise<Response | null> {
    return this.find(readFileId(new URL(request.url).pathname), request);
  }

  /** Shows the copies of a user, who has signed in. */
  follow(userId: string | undefined): void {
    this.userId = userId;
  }

  /** Stops copying and removes all copies of a user, who signs out; of the user who is shown without one. */
  async wipe(userId = this.userId): Promise<void> {
    const place = this.place(userId);
    if (!place) return;
    if (this.userId === userId) this.userId = undefined;
    const own = this.savingOf(place);
    for (const { stop } of own) stop.abort();
    await Promise.all(own.map(({ result }) => result));
    await this.inOrder(() => removeAll(place));
  }

  /** Removes the copies of all users but these, whose accounts are stored on this computer. */
  async keepOnly(users: readonly { serverUrl: string; userId: string }[]): Promise<void> {
    await this.inOrder(() => removeOthers(this.parts.rootDir, users));
  }

  /** Stops copying and removes the copies of every user, because all accounts are forgotten. */
  async wipeAll(): Promise<void> {
    const running = [...this.saving.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ result }) => result));
    this.userId = undefined;
    await this.inOrder(() => removeEveryone(this.parts.rootDir));
  }

  /**
   * Asks the server, at most once an hour, whether the member still has the items of the copies, and removes those of
   * the others, as after a refund. Without a response nothing changes.
   */
  confirm(): Promise<void> {
    this.confirming ??= this.confirmNow()
      .catch(() => undefined)
      .finally(() => (this.confirming = undefined));
    return this.confirming;
  }

  private async confirmNow(): Promise<void> {
    const owner = this.owner();
    const asked = owner ? findUnconfirmed(await listCopies(owner), Date.now()) : [];
    if (!owner) return;
    const had = new Set<string>();
    for (let at = 0; at < asked.length; at += CARDS_AT_ONCE) {
      const ids = asked.slice(at, at + CARDS_AT_ONCE).join(',');
      const url = `${owner.serverUrl}/api/course-cards?ids=${ids}`;
      const response = await this.parts.fetchFromServer(url, { signal: AbortSignal.timeout(CONFIRM_TIMEOUT_MS) });
      const access = response.ok ? readAccess(await response.json()) : null;
      if (!access) return;
      for (const id of access) had.add(id);
    }
    await this.inOrder(async () => {
      const confirmedAt = new Date().toISOString();
      const left = (await listCopies(owner)).flatMap((copy) => {
        if (!asked.includes(copy.courseId)) return [copy];
        return had.has(copy.courseId) ? [{ ...copy, confirmedAt }] : [];
      });
      if (asked.length > 0) await writeCopies(owner, left);
      const running = this.savingOf(owner).map(({ fileId }) => fileId);
      await removeUnlisted(owner, new Set([...left.map(({ fileId }) => fileId), ...running]));
    });
    if (asked.length > 0) await this.publish();
  }

  private place(userId = this.userId): CopyPlace | null {
    const serverUrl = this.parts.serverUrl();
    return serverUrl === null || userId === undefined ? null : { rootDir: this.parts.rootDir, serverUrl, userId };
  }

  private owner(): CopyOwner | null {
    const place = this.place();
    const key = place && this.parts.keyOf(place.userId);
    return place && key !== null ? { ...place, key } : null;
  }

  private async readState(): Promise<OfflineState> {
    const owner = this.owner();
    if (!owner) return { copies: [], saving: [] };
    const saving = this.savingOf(owner).map(({ fileId, received, size }) => ({ fileId, received, size }));
    const copies = (await listCopies(owner)).filter((copy) => isConfirmed(copy, Date.now()));
    return { copies: copies.map(({ confirmedAt: _own, ...copy }) => copy), saving };
  }

  private save(file: OfflineFile): Promise<OfflineResult> {
    const owner = this.owner();
    if (!owner) return Promise.resolve({ ok: false, problem: 'UNAVAILABLE' });
    const key = keyOf(owner, file.fileId);
    const running = this.saving.get(key);
    if (running) return running.result;
    const stop = new AbortController();
    const progress = { fileId: file.fileId, received: 0, size: file.size, owner, stop };
    const result = this.copy(file, progress).finally(() => {
      this.saving.delete(key);
      void this.publish();
    });
    this.saving.set(key, Object.assign(progress, { result }));
    void this.publish();
    return result;
  }

  private async copy(file: OfflineFile, entry: Omit<Saving, 'result'>): Promise<OfflineResult> {
    const { owner, stop } = entry;
    let shownAt = 0;
    const onBytes = (received: number): void => {
      entry.received = received;
      if (Date.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = Date.now();
      void this.publish();
    };
    const { fetchFromServer } = this.parts;
    const problem = await download({ fetchFromServer, owner }, file, { signal: stop.signal, onBytes });
    if (problem !== null) return { ok: false, problem };
    return this.inOrder(async (): Promise<OfflineResult> => {
      // Nothing is left of an account that signed out while the last bytes arrived.
      if (stop.signal.aborted) {
        await removeCopy(owner, file.fileId);
        return { ok: false, problem: 'CANCELLED' };
      }
      const now = new Date().toISOString();
      await writeCopies(owner, withCopy(await listCopies(owner), { ...file, savedAt: now, confirmedAt: now }));
      return { ok: true };
    });
  }

  private async remove(fileId: string): Promise<void> {
    const owner = this.owner();
    if (!owner) return;
    const running = this.saving.get(keyOf(owner, fileId));
    if (running) {
      running.stop.abort();
      await running.result;
      return;
    }
    await this.inOrder(async () => {
      const copies = await listCopies(owner);
      const others = copies.filter((copy) => copy.fileId !== fileId);
      await writeCopies(owner, others);
      await removeCopy(owner, fileId);
    });
    await this.publish();
  }

  private async find(fileId: string | null, request: Request): Promise<Response | null> {
    const owner = this.owner();
    if (!owner || fileId === null || request.method !== 'GET') return null;
    const copy = (await listCopies(owner)).find((other) => other.fileId === fileId);
    // The server may have been reached meanwhile; this read does not wait for it.
    void this.confirm();
    return copy && isConfirmed(copy, Date.now()) ? readCopy(owner, copy, request.headers.get('range')) : null;
  }

  private savingOf(owner: CopyPlace): Saving[] {
    return [...this.saving.values()].filter((entry) => keyOf(entry.owner, '') === keyOf(owner, ''));
  }

  /** Sends the state. An earlier one whose list is read later must not replace it. */
  private publish(): Promise<void> {
    const sent = this.published.then(async () => this.parts.send(await this.readState()));
    this.published = sent.catch(() => undefined);
    return sent;
  }

  private inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

function keyOf({ serverUrl, userId }: CopyPlace, fileId: string): string {
  return `${serverUrl}\n${userId}\n${fileId}`;
}
