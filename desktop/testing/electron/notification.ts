import { EventEmitter } from 'node:events';
import { createEvent } from './runtime.ts';

type NotificationSurface = Pick<Electron.Notification, 'body' | 'close' | 'id' | 'show' | 'title'>;

/** The class `Notification` of one launch: a test sees what is shown, and acts on it as a member does. */
export function createNotification() {
  class FakeNotification extends EventEmitter implements NotificationSurface {
    /** Those on the screen or in the system's list, oldest first. */
    static readonly shown: FakeNotification[] = [];
    /** False as on a system without notifications. */
    static isAvailable = true;
    static isSupported = (): boolean => FakeNotification.isAvailable;

    readonly options: Electron.NotificationConstructorOptions;

    constructor(options: Electron.NotificationConstructorOptions = {}) {
      super();
      this.options = options;
    }

    get id(): string {
      return this.options.id ?? '';
    }
    get title(): string {
      return this.options.title ?? '';
    }
    get body(): string {
      return this.options.body ?? '';
    }
    show(): void {
      FakeNotification.shown.push(this);
      this.emit('show', createEvent({}));
    }
    close(): void {
      const index = FakeNotification.shown.indexOf(this);
      if (index !== -1) FakeNotification.shown.splice(index, 1);
    }
    /** The member clicks it. */
    click(): void {
      this.emit('click', createEvent({}));
    }
    /** The member replies in its field. */
    reply(reply: string): void {
      if (this.options.hasReply !== true) throw new Error('The notification has no field for a reply.');
      this.emit('reply', createEvent({ reply }), reply);
    }
  }
  return FakeNotification;
}
