import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createTransport } from 'nodemailer';
import { queueJob } from '../db/job-queue.ts';
import { renderMail, type MailTemplates } from './mail-templates.ts';

/** Name of the job that sends one mail. */
export const MAIL_JOB = 'send-mail';

/** How long the mail server may take to connect, to greet and to answer, in milliseconds. */
const MAIL_TIMEOUT_MS = 20_000;

/** One mail as it waits: rendered only when it goes out. */
export type QueuedMail = {
  [Template in keyof MailTemplates]: { to: string; template: Template; data: MailTemplates[Template] };
}[keyof MailTemplates];

/**
 * Queues a mail in the running transaction: it goes out once that commits, is tried again for half a day, and is never
 * lost.
 */
export async function queueMail(tx: EntityManager, mail: QueuedMail): Promise<void> {
  await queueJob(tx, { name: MAIL_JOB, data: mail });
}

/** Sends mail. */
export interface Mailer {
  /**
   * Sends one mail; `id` becomes its Message-ID, so that a repeated try can be told. Rejects when it should be tried
   * again.
   */
  send(id: string, mail: QueuedMail): Promise<void>;
  close(): void;
}

/** How mail goes out. Without `smtpUrl` each mail becomes a file in `folder`. */
export interface MailSettings {
  smtpUrl: string | undefined;
  /** The sender, as `Name <address>`. */
  from: string;
  folder: string;
  /** Origin that the links in mails lead to. */
  publicUrl: string;
  /** Hears where a mail was written, and of one that the server refused for good. */
  log: { info: (context: object, message: string) => void; warn: (context: object, message: string) => void };
}

/** Opens the way mail goes out: a server, or files for whoever develops. */
export function createMailer({ smtpUrl, from, folder, publicUrl, log }: MailSettings): Mailer {
  const host = new URL(publicUrl).hostname;
  const deliver = smtpUrl === undefined ? toFolder(folder, log) : toServer(smtpUrl);

  return {
    async send(id, { to, template, data }) {
      const { subject, text, html } = renderMail(template, data as never, publicUrl);
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
      try {
        await deliver.send(id, {
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
        log.warn({ err: error, mail: id, template }, 'a mail was refused and is not tried again');
      }
    },
    close: () => deliver.close(),
  };
}

interface Delivery {
  send(id: string, message: object): Promise<void>;
  close(): void;
}

/** No file and no address is ever read for the content of a mail. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

function toServer(smtpUrl: string): Delivery {
  const url = new URL(smtpUrl);
  const transport = createTransport({
    ...CLOSED,
    pool: true,
    maxConnections: 2,
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    // A password never goes over a line that is not encrypted.
    requireTLS: url.username !== '' && url.protocol !== 'smtps:',
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  });
  return {
    send: async (_id, message) => void (await transport.sendMail(message)),
    close: () => transport.close(),
  };
}

function toFolder(folder: string, log: MailSettings['log']): Delivery {
  const transport = createTransport({ ...CLOSED, streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(id, message) {
      const { message: bytes } = await transport.sendMail(message);
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, bytes as Buffer, { mode: 0o600 });
      log.info({ file }, 'mail written to a file, since SMTP_URL is not set');
    },
    close: () => transport.close(),
  };
}

/**
 * True for a permanent answer of the server (RFC 5321 4.2.1: 5yz), such as an address that does not exist; sign-in
 * trouble passes.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const isEnvelope = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isEnvelope && Number(error.responseCode) >= 500 && Number(error.responseCode) < 600;
}
