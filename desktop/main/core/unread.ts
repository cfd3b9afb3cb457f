import type { UnreadMessages } from '#shared/api/messages.ts';
import type { UnreadCount } from '#shared/api/notifications.ts';

/** What the count depends on. */
interface UnreadPorts {
  loadMessages: () => Promise<UnreadMessages>;
  loadNotifications: () => Promise<UnreadCount>;
  /** Shows the number on the app's icon; 0 removes it. */
  show: (count: number) => void;
  /** Runs a function after a moment, in which several reasons to load are collected. */
  wait: (run: () => void) => void;
}

/**
 * Counts what is unread, with or without a page: each conversation once, without the muted ones, and each notification
 * that is not about messages.
 */
export class Unread {
  private readonly ports: UnreadPorts;
  private messages: UnreadMessages | null = null;
  private notifications: UnreadCount | null = null;
  private isWaiting = false;
  private session = 0;
  /** Number of the newest load that has begun, of the newest whose numbers are used, and at the newest push. */
  private begun = 0;
  private used = 0;
  private begunAtPush = 0;

  constructor(ports: UnreadPorts) {
    this.ports = ports;
  }

  /** Number of conversations with unread messages, and of message requests; 0 while it is unknown. */
  get conversations(): number {
    return (this.messages?.conversations ?? 0) + (this.messages?.requests ?? 0);
  }

  /** Loads the numbers again, once for several calls. A failure leaves the former numbers. */
  refresh(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    const { session } = this;
    this.ports.wait(() => {
      if (session !== this.session) return;
      this.isWaiting = false;
      void this.load(session);
    });
  }

  /** Takes the number of unread notifications that a push contains. */
  takeNotifications(count: UnreadCount): void {
    this.notifications = count;
    this.begunAtPush = this.begun;
    this.show();
  }

  /** Shows the number that the page reports, unless the own numbers are known: those are loaded again then. */
  report(count: number): void {
    if (this.messages === null) this.ports.show(count);
    else this.refresh();
  }

  /** Removes all numbers: at sign-out. */
  clear(): void {
    this.session += 1;
    this.isWaiting = false;
    this.messages = null;
    this.notifications = null;
    this.ports.show(0);
  }

  private async load(session: number): Promise<void> {
    this.begun += 1;
    const { begun } = this;
    try {
      const [messages, notifications] = await Promise.all([this.ports.loadMessages(), this.ports.loadNotifications()]);
      // The response to an earlier request can arrive after that to a later one.
      if (session !== this.session || begun < this.used) return;
      this.used = begun;
      this.messages = messages;
      // A push during the request is newer than its response may be.
      if (this.notifications === null || begun > this.begunAtPush) this.notifications = notifications;
      this.show();
    } catch {
      // The next push loads them again.
    }
  }

  private show(): void {
    if (this.messages === null || this.notifications === null) return;
    const { total, byCategory } = this.notifications;
    this.ports.show(total - (byCategory.messages ?? 0) + this.conversations);
  }
}
