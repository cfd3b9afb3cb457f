import { EventEmitter } from 'node:events';
import { createEvent, type Runtime } from './runtime.ts';

type NotificationSurface = Pick<Electron.Notification, 'body' | 'close' | 'id' | 'show' | 'title'>;

/** The class `Notification` of one launch: a test sees what is shown, and acts on it as a member does. */
export function createNotification({
  platform,
  activation,
  notificationCenter: center = [],
}: Pick<Runtime, 'platform' | 'activation' | 'notificationCenter'>) {
  const shown: FakeNotification[] = [];
  const history: FakeNotification[] = [];
  let handler: ((details: Electron.ActivationArguments) => void) | null = null;
  const early: Electron.ActivationArguments[] = activation ? [activation] : [];

  class FakeNotification extends EventEmitter implements NotificationSurface {
    /** Those on the screen or in the system's list, oldest first. */
    static readonly shown = shown;
    /** Those that were ever shown. */
    static readonly history = history;
    /** False as on a system without notifications. */
    static isAvailable = true;
    static isSupported = (): boolean => FakeNotification.isAvailable;
    /** The system's list, also with notifications of earlier launches. */
    static readonly center = center;
    static removeAll(): void {
      if (platform !== 'darwin') throw new TypeError('Notification.removeAll is not a function');
      center.length = 0;
      shown.length = 0;
    }
    /** Activations before the handler is set are delivered to it at once. */
    static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
      if (platform !== 'win32') throw new TypeError('Notification.handleActivation is not a function');
      handler = callback;
      for (const details of early.splice(0)) callback(details);
    }
    /** Activates a notification by its arguments, also one of an earlier launch. */
    static activate(details: Electron.ActivationArguments): void {
      if (handler) handler(details);
      else early.push(details);
    }

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
      shown.push(this);
      center.push(this);
      history.push(this);
      this.emit('show', createEvent({}));
    }
    close(): void {
      for (const list of [shown, center] as object[][]) {
        const index = list.indexOf(this);
        if (index !== -1) list.splice(index, 1);
      }
      this.emit('close', createEvent({}));
    }
    /** A click beside the buttons. */
    click(): void {
      this.emit('click', createEvent({}));
    }
    /** Presses a button by its place. */
    press(actionIndex: number): void {
      this.emit('action', createEvent({ actionIndex }), actionIndex);
    }
    /** The member replies in its field. */
    reply(reply: string): void {
      if (this.options.hasReply !== true) throw new Error('The notification has no field for a reply.');
      this.emit('reply', createEvent({ reply }), reply);
    }
  }
  return FakeNotification;
}
