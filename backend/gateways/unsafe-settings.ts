import { createECDH } from 'node:crypto';
import { isPlainRemote } from '../db/connection.ts';
import { isLoopback } from './addresses.ts';

/** The settings that are given, by name. */
type Given = Record<string, string | undefined>;

/** What ALLOW_INSECURE can allow. */
export const INSECURE = ['database', 'email-files', 's3', 'smtp'] as const;

/** Lists what is missing or wrong for a server that other machines reach. */
export function listHttpsProblems(given: Given): string[] {
  const problems = ['SESSION_SECRET', 'ENCRYPTION_KEY']
    .filter((name) => !given[name])
    .map((name) => `${name} must be given when PUBLIC_URL is https`);
  // The session cookie of an https server is never sent when the proxy in front of it is not trusted.
  if (Number(given['TRUST_PROXY'] ?? 0) === 0)
    problems.push('TRUST_PROXY must be at least 1 when PUBLIC_URL is https, since a proxy provides the https');
  if (isOn(given['SEED_DEMO']))
    problems.push('SEED_DEMO must not be true when PUBLIC_URL is https: the passwords of demo accounts are public');
  if (!given['SMTP_URL'] && !isAllowed('email-files', given))
    problems.push(
      'SMTP_URL must be given when PUBLIC_URL is https: links that open accounts would be stored as files ' +
        '(ALLOW_INSECURE=email-files allows it)',
    );
  return problems;
}

/** Lists connections that would leave this machine without TLS. Those of SMTP then fail, which needs no check here. */
export function listPlainProblems(given: Given): string[] {
  const problems: string[] = [];
  for (const name of ['DATABASE_URL', 'MIGRATE_URL'])
    if (isPlainDatabase(given[name] ?? '', given['PGSSLMODE']) && !isAllowed('database', given))
      problems.push(`${name} must use TLS, such as sslmode=verify-full (ALLOW_INSECURE=database allows it without)`);
  const store = given['S3_ENDPOINT'] ?? '';
  const storeUrl = URL.canParse(store) ? new URL(store) : undefined;
  if (storeUrl?.protocol === 'http:' && !isLoopback(storeUrl.hostname) && !isAllowed('s3', given))
    problems.push('S3_ENDPOINT must be https (ALLOW_INSECURE=s3 allows http)');
  return problems;
}

function isPlainDatabase(url: string, sslMode: string | undefined): boolean {
  try {
    return isPlainRemote(url, sslMode);
  } catch {
    // An address that cannot be parsed is a problem of its own.
    return false;
  }
}

/** Currencies in which Stripe and ISO 4217 disagree about the minor unit. */
const AMBIGUOUS_CURRENCIES = ['MGA'];

/** Lists what is wrong with the settings of payments. `origin` is that of the server, undefined when it is invalid. */
export function listPaymentProblems(given: Given, origin: string | undefined): string[] {
  const { PAYMENTS: payments, CURRENCY: currency = '' } = given;
  if (payments === 'test' && origin !== undefined && !isLoopback(new URL(origin).hostname))
    return ['PAYMENTS must not be test when others reach the server: test payments are free of charge'];
  if (payments !== 'stripe') return [];
  const problems = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
    .filter((name) => !given[name])
    .map((name) => `${name} must be given when PAYMENTS is stripe`);
  if (AMBIGUOUS_CURRENCIES.includes(currency))
    problems.push(`CURRENCY must not be ${currency} when PAYMENTS is stripe: Stripe has no minor unit of it`);
  return problems;
}

/** Lists what is wrong with the keys of web push. */
export function listVapidProblems({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Given): string[] {
  if (!publicKey !== !privateKey) return ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given together'];
  return isKeyPair(publicKey, privateKey) ? [] : ['VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY'];
}

function isKeyPair(publicKey: string | undefined, privateKey: string | undefined): boolean {
  if (!publicKey || !privateKey) return true;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Decides whether emails require TLS: unless the mail server is on this machine or plain connections are allowed. */
export function mustEncryptEmail(given: Given): boolean {
  const url = URL.canParse(given['SMTP_URL'] ?? '') ? new URL(given['SMTP_URL'] ?? '') : undefined;
  return url !== undefined && !isLoopback(url.hostname) && !isAllowed('smtp', given);
}

function isAllowed(name: (typeof INSECURE)[number], given: Given): boolean {
  return (given['ALLOW_INSECURE'] ?? '').split(',').includes(name);
}

/** True for the value of a switch that is on. */
export function isOn(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}

/** Returns what is wrong with the settings of TURN servers: without the secret no one could use them. */
export function listTurnProblems(given: Record<string, string | undefined>): string[] {
  const isWhole = (given['TURN_URLS'] === undefined) === (given['TURN_SECRET'] === undefined);
  return isWhole ? [] : ['TURN_URLS and TURN_SECRET must be given together'];
}
