import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createTransport } from 'nodemailer';
import { queueJob } from '../db/job-queue.ts';
import { renderEmail, type EmailTemplates } from './email-templates.ts';

/** Name of the job that sends one email. */
export const EMAIL_JOB = 'send-email';

/** Connections to the SMTP server for one kind of email. */
const CONNECTIONS_MAX = 5;

/** How long the SMTP server may take to connect, to send its greeting and to respond, in milliseconds. */
const EMAIL_TIMEOUT_MS = 20_000;

/** One queued email: rendered when it is sent. */
export type QueuedEmail = {
  [Template in keyof EmailTemplates]: { to: string; template: Template; data: EmailTemplates[Template] };
}[keyof EmailTemplates];

/**
 * Queues an email in the running transaction: it is sent after the commit, with retries for half a day. Its content is
 * stored encrypted, because a link in it may open an account.
 */
export async function queueEmail(tx: EntityManager, { to, template, data }: QueuedEmail): Promise<void> {
  await queueJob(tx, { name: EMAIL_JOB, data: { to, template }, secret: { data } });
}

/** Regular emails that a member stops together: those about notifications, or those with news of Lyceum alone. */
export type EmailList = 'notifications' | 'news';

/** The member who receives a regular email, and the list to which it belongs. */
export interface Subscription {
  userId: string;
  list: EmailList;
}

/** Sends emails. */
export type Mailer = ReturnType<typeof createMailer>;

/** How emails are sent. Without `smtpUrl` each one becomes a file in `folder`. */
interface MailerSettings {
  smtpUrl: string | undefined;
  /** Nothing is sent to a server that offers no TLS; always so where the address has a password. */
  mustEncrypt?: boolean;
  /** The sender, as `Name <address>`. */
  from: string;
  folder: string;
  /** Origin of the links in emails. */
  publicUrl: string;
  /** Returns the address by which a user stops the emails of a list. */
  unsubscribeUrlOf?: (subscription: Subscription) => string;
  /** Receives whether the mail server refused an address permanently; other failures are not reported. */
  onDelivery?: (address: string, isRefused: boolean) => Promise<void>;
  /** Logs the file of an email, and an email that the server refused permanently. */
  log: { info: (context: object, message: string) => void; warn: (context: object, message: string) => void };
}

/** Creates the mailer: over SMTP, or to files in development. */
export function createMailer(settings: MailerSettings) {
  const { smtpUrl, mustEncrypt = false, from, folder, publicUrl, unsubscribeUrlOf, onDelivery, log } = settings;
  const host = new URL(publicUrl).hostname;
  const open = () => (smtpUrl === undefined ? toFolder(folder, log) : toServer(smtpUrl, mustEncrypt));
  // Each has connections of its own, so that a link to reset a password is not sent after thousands of digests.
  const urgent = open();
  const bulk = open();

  const report = async (address: string, isRefused: boolean): Promise<void> => {
    // The email is sent: it must not be sent again because its delivery could not be stored.
    await onDelivery?.(address, isRefused).catch((error: unknown) => log.warn({ err: error }, 'a delivery is unknown'));
  };

  return {
    /**
     * Sends one email; `id` becomes its Message-ID, so that a repeat can be recognised. The member of a `subscription`
     * can stop the emails of its list. Rejects when it should be retried.
     */
    async send(id: string, { to, template, data }: QueuedEmail, subscription?: Subscription): Promise<void> {
      const { subject, text, html } = renderEmail(template, data as never, publicUrl);
      const headers = {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        // RFC 2919 and RFC 8058.
        ...(subscription &&
          unsubscribeUrlOf && {
            'List-Id': `Lyceum ${subscription.list} <${subscription.list}.${host}>`,
            'List-Unsubscribe': `<${unsubscribeUrlOf(subscription)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
      };
      try {
        await (isBulk(template) ? bulk : urgent).send(id, {
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers,
          messageId: `<${id}@${host}>`,
        });
      } catch (error) {
        if (!isRefused(error)) throw error;
        log.warn({ err: error, email: id, template }, 'an email was refused and is not tried again');
        if (isAddressRefused(error)) await report(to, true);
        return;
      }
      await report(to, false);
    },
    /** Connects to the mail server and signs in; rejects when it cannot. Missing for emails to files. */
    ...(urgent.check && { check: urgent.check }),
    close() {
      urgent.close();
      bulk.close();
    },
  };
}

/** True for emails that a member receives regularly. */
function isBulk(template: keyof EmailTemplates): boolean {
  return template === 'notification' || template === 'digest';
}

interface Delivery {
  send(id: string, message: object): Promise<void>;
  check?: () => Promise<unknown>;
  close(): void;
}

/** No file and no URL is ever read for the content of an email. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

function toServer(smtpUrl: string, mustEncrypt: boolean): Delivery {
  const url = new URL(smtpUrl);
  const transport = createTransport({
    ...CLOSED,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    // A password is never sent over an unencrypted connection.
    requireTLS: (mustEncrypt || url.username !== '') && url.protocol !== 'smtps:',
    connectionTimeout: EMAIL_TIMEOUT_MS,
    greetingTimeout: EMAIL_TIMEOUT_MS,
    socketTimeout: EMAIL_TIMEOUT_MS,
  });
  return {
    send: async (_id, message) => void (await transport.sendMail(message)),
    check: () => transport.verify(),
    close: () => transport.close(),
  };
}

function toFolder(folder: string, log: MailerSettings['log']): Delivery {
  const transport = createTransport({ ...CLOSED, streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(id, message) {
      const { message: bytes } = await transport.sendMail(message);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, bytes as Buffer, { mode: 0o600 });
      log.info({ file }, 'email written to a file because SMTP_URL is not set');
    },
    close: () => transport.close(),
  };
}

/**
 * True for a permanent failure (RFC 5321 4.2.1: 5yz), such as an address that does not exist; authentication failures
 * are temporary.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const isEnvelope = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isEnvelope && Number(error.responseCode) >= 500 && Number(error.responseCode) < 600;
}

/** True when the server refused the recipient, not the sender or the content (nodemailer names the command). */
function isAddressRefused(error: unknown): boolean {
  return error instanceof Error && 'command' in error && error.command === 'RCPT TO';
}
