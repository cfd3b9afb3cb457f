import { savedEndpoints } from '#shared/api/saved.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call } from '../http/api.ts';
import { loadDraft, saveDraft } from './drafts.ts';

/** Pause in typing before a draft is sent to the server, in milliseconds. */
const REST_MS = SECOND_MS;

/**
 * A user's draft of one field: stored on this device at each key, on the server after a pause. Unsent changes of this
 * device take precedence over those of other devices.
 */
export class SyncedDraft {
  private readonly userId: string;
  private readonly place: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> = Promise.resolve();

  constructor(userId: string, place: string) {
    this.userId = userId;
    this.place = place;
  }

  /** The text on this device; empty when there is none. */
  get text(): string {
    return loadDraft(this.userId, this.place);
  }

  /** Loads a newer text from the server; undefined when there is none or the server is unreachable. */
  async fetch(): Promise<string | undefined> {
    try {
      const { body } = await call(savedEndpoints.getDraft, { params: { key: this.place } });
      const { text } = this;
      if (text !== this.sentText) {
        await this.send();
        return undefined;
      }
      if (body === text) return undefined;
      this.storeSent(body);
      return body;
    } catch {
      return undefined;
    }
  }

  /** Stores a text on this device at once and on the server after a pause. */
  set(text: string): void {
    saveDraft(this.userId, this.place, text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), REST_MS);
  }

  /** Sends unsent changes at once, for example when the field closes or the text was posted. */
  flush(): void {
    if (this.timer !== undefined) void this.send();
  }

  /** Saves in sequence: a draft cleared while its text is being sent must be cleared on the server too. */
  private send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sending.then(() => this.sendNow());
    return this.sending;
  }

  private async sendNow(): Promise<void> {
    const { text } = this;
    if (text === this.sentText) return;
    try {
      await call(savedEndpoints.setDraft, { params: { key: this.place }, body: { body: text } });
      saveDraft(this.userId, this.sentPlace, text);
    } catch {
      // Stored on this device; the next key or visit sends it.
    }
  }

  private storeSent(text: string): void {
    saveDraft(this.userId, this.place, text);
    saveDraft(this.userId, this.sentPlace, text);
  }

  /** The text this device and the server last agreed on. */
  private get sentText(): string {
    return loadDraft(this.userId, this.sentPlace);
  }

  private get sentPlace(): string {
    return `${this.place}:sent`;
  }
}
