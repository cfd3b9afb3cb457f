import type { SettingName } from './config.ts';

/** One setting as docs/settings.md lists it. `default` is null where the setting is required. */
export interface Setting {
  name: string;
  default: string | null;
  meaning: string;
}

const DESCRIPTIONS: Record<SettingName, Omit<Setting, 'name'>> = {
  DATABASE_URL: {
    default: null,
    meaning:
      'Address of the Postgres database, as for libpq: several hosts, Unix sockets and TLS (`sslmode`, `sslrootcert`) work. The npm scripts start their own database if it is not set.',
  },
  MIGRATE_URL: {
    default: 'none: DATABASE_URL',
    meaning:
      'Address of the same database with the role that owns the tables. The server migrates with it when it starts, gives the role of DATABASE_URL the rights that it needs, and does everything else with that role.',
  },
  DATABASE_WAIT_SECONDS: {
    default: '60',
    meaning: 'How long the server waits at start for a database that cannot be reached, in seconds. It then exits.',
  },
  REDIS_URL: {
    default: 'none: a single node',
    meaning:
      'Redis or Valkey server that connects several nodes, as `redis://user:password@host:6379`, or `rediss://` over TLS. Required for more than one node. Version 6.2 or newer.',
  },
  HOST: { default: '127.0.0.1', meaning: 'Address the server listens on.' },
  PORT: { default: '4000', meaning: 'Port the server listens on.' },
  PUBLIC_URL: {
    default: 'http://127.0.0.1:PORT',
    meaning:
      'Address that members open in the browser. Only pages of this origin may send requests. With https the session cookie is `Secure`. `http://` is accepted only for this computer.',
  },
  DATA_DIR: { default: '.data', meaning: 'Folder of uploaded files and generated secrets.' },
  WEB_DIR: { default: 'out/web', meaning: 'Folder of the built web app.' },
  SESSION_SECRET: {
    default: 'generated, stored in DATA_DIR/session.secret',
    meaning: 'Signs sessions. At least 32 characters. Required when PUBLIC_URL is https.',
  },
  ENCRYPTION_KEY: {
    default: 'generated, stored in DATA_DIR/encryption.key',
    meaning:
      'Encrypts the secrets of two-factor authentication, and emails until they are sent. If it is lost, no stored secret can be used. At least 32 characters. Required when PUBLIC_URL is https.',
  },
  LOG_LEVEL: { default: 'info', meaning: 'One of trace, debug, info, warn, error, fatal, silent.' },
  SEED_DEMO: {
    default: 'false',
    meaning:
      '`true` fills an empty database with demo accounts and content. Refused when PUBLIC_URL is https, because the passwords of these accounts are public.',
  },
  TRUST_PROXY: {
    default: '0',
    meaning:
      'Number of reverse proxies in front of the server, at least 1 when PUBLIC_URL is https. If it is too high, clients can fake their IP address.',
  },
  TRUSTED_NETWORKS: {
    default: 'none',
    meaning:
      'Networks whose addresses many members share, such as a campus behind one address, as `198.51.100.0/24,2001:db8::/32`. Limits per address are 50 times as wide there, and members take turns for uploads, searches and sign-in one by one instead of as one address, but for sign-in in browsers that are new to their accounts; limits per account stay.',
  },
  CONNECTIONS_PER_ADDRESS: {
    default: '1000',
    meaning:
      'Most connections of one address to one server at once; behind a proxy its unfinished requests and live links. 50 times as many in TRUSTED_NETWORKS.',
  },
  DRAIN_SECONDS: {
    default: '5 when PUBLIC_URL is https, else 0',
    meaning:
      'How long a server that stops is not ready but still accepts requests, so that a load balancer notices, in seconds.',
  },
  CURRENCY: { default: 'USD', meaning: 'Currency of all prices, as a three-letter ISO 4217 code.' },
  LIMIT_FACTOR: { default: '1', meaning: 'Factor for all request limits. Tests and benches use a high one.' },
  SMTP_URL: {
    default: 'none: emails are written to DATA_DIR/mail',
    meaning:
      'Mail server, as `smtps://user:password@host:port`, or `smtp://` for a server that upgrades with STARTTLS.',
  },
  MAIL_FROM: { default: '`Lyceum <lyceum@HOST OF PUBLIC_URL>`', meaning: 'Sender of emails, as `Name <address>`.' },
  SUPPORT_EMAIL: {
    default: 'none: messages are only listed by `npm run admin -- support list`',
    meaning: 'Email address that receives the messages of the contact form.',
  },
  HSTS_SUBDOMAINS: {
    default: 'false',
    meaning:
      '`true` lets browsers that have seen the server use https for a year also for every host below that of PUBLIC_URL (`includeSubDomains`). Set it only if all of them have https.',
  },
  SECURITY_CONTACT: {
    default: 'none: the file does not exist',
    meaning:
      'Email address or https address to which vulnerabilities are reported, as `/.well-known/security.txt` shows it to everyone (RFC 9116).',
  },
  UPDATE_FEED_URL: {
    default: 'none: desktop clients do not update themselves',
    meaning:
      'https address of the folder with [updates of the desktop client](rollout.md#updates). The server sends it to everyone in `GET /api/meta`.',
  },
  VAPID_PUBLIC_KEY: {
    default: 'generated, stored in DATA_DIR/vapid.json',
    meaning: 'Public key of web push (RFC 8292), in base64url. Set both keys, with the same values on every node.',
  },
  VAPID_PRIVATE_KEY: { default: 'generated, stored in DATA_DIR/vapid.json', meaning: 'Private key of web push.' },
  PUSH_HOSTS: {
    default: 'the push services of Chrome, Edge, Firefox and Safari',
    meaning: 'Hosts to which web push may be sent, separated by commas. `*.host` matches every subdomain.',
  },
  S3_BUCKET: {
    default: 'none: files are stored in DATA_DIR/files',
    meaning: 'Bucket of an S3-compatible store for uploaded files. Requires both S3 keys.',
  },
  S3_ENDPOINT: {
    default: 'AWS',
    meaning: 'Address of the store, such as `https://s3.school.example`. Bucket names are then part of the path.',
  },
  S3_REGION: { default: 'us-east-1', meaning: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    default: 'none',
    meaning: 'Access key of an account that may read, write, list and delete files of the bucket.',
  },
  S3_SECRET_ACCESS_KEY: { default: 'none', meaning: 'Secret of the access key.' },
  APPROVE_ROLES: {
    default: 'institution',
    meaning:
      'Roles whose new accounts an operator approves (`npm run admin -- users awaiting`), separated by a comma: `institution`, `teacher`; or `none`. Until then an institution works like a teacher, and a teacher like a student.',
  },
  REQUIRE_TWO_FACTOR: {
    default: 'none',
    meaning:
      'Roles that must use two-factor sign-in, separated by commas, such as `teacher,institution`. Who has not set it up can do nothing else before.',
  },
  ALLOW_INSECURE: {
    default: 'none',
    meaning:
      'What is allowed although others may read it, separated by commas, such as `database,s3` in a private network: `database`, `s3` and `smtp` allow connections to other machines without TLS; `email-files` allows an https server that writes emails to DATA_DIR/mail.',
  },
  PAYMENTS: {
    default: 'none: nothing can be bought',
    meaning:
      'How items are paid for: `stripe`, or `test` for payments without money, which is accepted only when PUBLIC_URL is an address of this computer.',
  },
  STRIPE_SECRET_KEY: { default: 'none', meaning: 'Secret or restricted key of the account at Stripe.' },
  STRIPE_WEBHOOK_SECRET: {
    default: 'none',
    meaning: 'Secret of the webhook at Stripe, with which Stripe signs what it reports.',
  },
  REFUND_DAYS: {
    default: '14',
    meaning:
      'How long after a payment a refund on request is automatic while the buyer has used less than 30 % of the item, downloaded no file and opened no more than half of one, in days. After that the seller decides.',
  },
  STUN_PORT: {
    default: '3478; `off` with TURN_URLS, whose servers answer STUN as well',
    meaning:
      'UDP port at which the server answers STUN, by which the two devices of a call find their public addresses; `off` to answer nothing. Members reach it at the host of PUBLIC_URL. Not used with STUN_URLS, or when PUBLIC_URL is an address of this machine.',
  },
  STUN_HOST: {
    default: 'HOST',
    meaning:
      'Address at which STUN is answered, such as `0.0.0.0` where HOST is only reached by the proxy of this machine. A proxy of websites does not pass UDP on.',
  },
  STUN_URLS: {
    default: 'none: the server answers STUN itself',
    meaning: 'Other STUN servers, separated by commas, such as `stun:calls.school.example:3478`.',
  },
  TURN_URLS: {
    default: 'none: calls need a direct connection',
    meaning:
      'TURN servers that relay calls, separated by commas, such as `turn:calls.school.example:3478,turn:calls.school.example:3478?transport=tcp,turns:calls.school.example:5349`. Requires TURN_SECRET.',
  },
  TURN_SECRET: {
    default: 'none',
    meaning: 'Secret that the TURN servers share with Lyceum (`static-auth-secret` of coturn). At least 32 characters.',
  },
  TURN_CREDENTIAL_SECONDS: {
    default: '600',
    meaning:
      'How long the credentials of a TURN server are valid that members receive for a call. They are renewed when its connection is, and a connection that lasts needs no new ones.',
  },
  KEEP_FREE_MB: {
    default: '200',
    meaning: 'Uploads and archives of accounts are refused when less disk space than this is free, in megabytes.',
  },
  EXPORTS_MAX_GB: {
    default: '50',
    meaning:
      'Most disk space of all archives with the data of accounts together, in gigabytes. A member has one archive at a time, for seven days.',
  },
  AUDIT_MONTHS: {
    default: '13',
    meaning: 'How long entries of the audit log (sign-ins, refused requests, acts of operators) are stored, in months.',
  },
  CLAMD: {
    default: 'none: uploads are not scanned',
    meaning:
      'ClamAV daemon that scans uploads, as `unix:/run/clamav/clamd.ctl` or `tcp://host:3310`. Uploads are refused while it is unreachable.',
  },
};

/** Every environment variable that the server reads, in the order of docs/settings.md. */
export const settings: readonly Setting[] = Object.entries(DESCRIPTIONS).map(([name, rest]) => ({ name, ...rest }));
