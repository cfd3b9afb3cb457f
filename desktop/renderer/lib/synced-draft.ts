import { placeEndpoints } from '#shared/api/saved.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call } from './api.ts';
import { loadDraft, saveDraft } from './drafts.ts';

/** How long writing rests before a draft goes to the server, in milliseconds. */
const REST_MS = SECOND_MS;

/**
 * A draft of one person at one place: on this device with every key, on the server once writing rests. What this device
 * has changed and not yet sent wins over what another one has sent.
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

  /** Asks the server for a newer text; undefined when this device's stays, also when nothing answers. */
  async fetch(): Promise<string | undefined> {
    try {
      const { body } = await call(placeEndpoints.getDraft, { params: { key: this.place } });
      const { text } = this;
      if (text !== this.sentText) {
        await this.send();
        return undefined;
      }
      if (body === text) return undefined;
      this.keep(body);
      return body;
    } catch {
      return undefined;
    }
  }

  /** Keeps a text here at once and there soon. */
  set(text: string): void {
    saveDraft(this.userId, this.place, text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), REST_MS);
  }

  /** Sends at once what still waits, as when the place is left or the text was posted. */
  flush(): void {
    if (this.timer !== undefined) void this.send();
  }

  /** One after the other: what is emptied while its text is on the way must be emptied there as well. */
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
      await call(placeEndpoints.setDraft, { params: { key: this.place }, body: { body: text } });
      saveDraft(this.userId, this.sentPlace, text);
    } catch {
      // Kept on this device; the next key or visit sends it.
    }
  }

  private keep(text: string): void {
    saveDraft(this.userId, this.place, text);
    saveDraft(this.userId, this.sentPlace, text);
  }

  /** What this device and the server last agreed on. */
  private get sentText(): string {
    return loadDraft(this.userId, this.sentPlace);
  }

  private get sentPlace(): string {
    return `${this.place}:sent`;
  }
}
