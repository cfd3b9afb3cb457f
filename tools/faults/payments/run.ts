import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startStripeServer, type StripeReport, type StripeServer } from '../../../backend/testing/stripe-server.ts';
import { TestClient } from '../../../backend/testing/test-client.ts';
import { findFreePort, startTestPostgres } from '../../postgres.ts';
import { createChance, type Random } from '../random.ts';
import { compareBooks, type Books } from './books.ts';
import { PaymentsServer } from './server.ts';

type Session = StripeServer['sessions'][number];

const [ITEMS, SELLERS, TRIES, REFUND_TRIES, SETTLE_TRIES] = [26, 2, 60, 4, 60];
/** How late a report arrives at most. */
const REPORT_LATE_MS = 3_000;
const PRICES = [900, 1_500, 2_000];
/** A planted fault of the control: purchases are not looked up at the provider. The other one is in {@link settle}. */
const PLANTED = `create function forget_check() returns trigger language plpgsql as
    $$ begin new.check_at := null; return new; end $$;
  create trigger forget_check before insert or update on purchases for each row execute function forget_check()`;

/** Settings of a run: how many purchases are begun, and whether a fault is planted that it must find. */
export interface PaymentsRun {
  seed: number;
  purchases: number;
  isPlanted: boolean;
}

/** What happened in a run. */
export interface PaymentsOutcome extends Books {
  kills: number;
  /** Payments that the operator has refunded at the provider. */
  byHand: number;
  reports: { sent: number; lost: number; doubled: number };
}

/**
 * Buyers begin purchases and pay, or do not, or pay late, while prices change, the server is killed, and reports of the
 * provider are lost, doubled, late and out of order. Then all pages close, what is due is looked up, and the money at
 * the provider is compared with the books.
 */
export async function runPayments({ seed, purchases, isPlanted }: PaymentsRun): Promise<PaymentsOutcome> {
  const chance = createChance(seed);
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-payments-'));
  const database = await startTestPostgres();
  const stripe = await startStripeServer();
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const server = new PaymentsServer(environment({ database, stripe, url, folder }));
  const pool = new pg.Pool({ connectionString: database.databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  try {
    await server.start();
    if (isPlanted) await runAs(database.migrateUrl, PLANTED);
    const shop = new Shop({ url, pool, stripe, chance });
    await shop.open(Math.ceil(purchases / ITEMS));
    let isOver = false;
    const faults = (async () => {
      while (!isOver) {
        await wait(3_000 + chance.next() * 3_000);
        if (!isOver) await server.kill();
      }
    })();
    await shop.trade();
    isOver = true;
    await faults;
    await settle(pool, stripe, isPlanted);
    const books = await compareBooks(database.databaseUrl, stripe);
    return { ...books, kills: server.kills, byHand: shop.byHand, reports: shop.reports };
  } finally {
    await server.stop();
    await pool.end();
    await stripe.close();
    database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ShopSettings {
  url: string;
  pool: pg.Pool;
  stripe: StripeServer;
  chance: Random;
}

/** The buyers, the items and the reports of a run. */
class Shop {
  readonly reports = { sent: 0, lost: 0, doubled: 0 };
  private readonly settings: ShopSettings;
  private readonly late: Promise<void>[] = [];
  private buyers: TestClient[] = [];
  private items: string[] = [];
  /** Number of payments that the operator has refunded at the provider. */
  byHand = 0;

  constructor(settings: ShopSettings) {
    this.settings = settings;
  }

  /** Signs up so many buyers, and makes the items. */
  async open(buyers: number): Promise<void> {
    const { url, pool } = this.settings;
    const join = async (role: 'student' | 'teacher'): Promise<TestClient> => {
      const client = new TestClient(url);
      await client.signUp(role);
      await client.token();
      return client;
    };
    const sellers = [];
    for (let at = 0; at < SELLERS; at += 1) sellers.push(await join('teacher'));
    for (let at = 0; at < buyers; at += 1) this.buyers.push(await join('student'));
    for (let at = 0; at < ITEMS; at += 1) {
      const made = await pool.query<{ id: string }>(
        `insert into courses (id, user_id, title, description, content_type, category, price, for_sale, status,
            published_at)
          values ($1, $2, $3, '', 'course', 'science', $4, true, 'published', now()) returning id`,
        [randomUUID(), sellers[at % SELLERS]?.user?.id, `Item ${at}`, PRICES[at % PRICES.length]],
      );
      this.items.push(made.rows[0]?.id ?? '');
    }
  }

  /** Every buyer begins a purchase of every item. Resolves when the last report has arrived. */
  async trade(): Promise<void> {
    await Promise.all(this.buyers.map((buyer) => this.shopAs(buyer)));
    await Promise.all(this.late);
  }

  private async shopAs(buyer: TestClient): Promise<void> {
    const { chance } = this.settings;
    for (const item of this.items) {
      const first = await this.begin(buyer, item);
      const choice = chance.next();
      if (choice < 0.15) continue;
      if (choice < 0.4) await this.changePrice(item);
      // The report of what is paid here can be lost before the buyer begins again.
      if (choice < 0.75) this.pay(first, choice < 0.3);
      if (choice < 0.5 || choice > 0.9) this.pay(await this.begin(buyer, item), false);
      if (choice > 0.5 && choice < 0.65 && first) this.late.push(this.askRefund(buyer, first));
      if (choice > 0.65 && choice < 0.75 && first) this.refundByHand(first);
    }
  }

  private async begin(buyer: TestClient, item: string): Promise<Session | undefined> {
    const { pool, stripe } = this.settings;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const { rows } = await pool.query<{ price: number }>('select price from courses where id = $1', [item]);
        const body = { expectedPrice: rows[0]?.price, expectedCurrency: 'USD' };
        const response = await buyer.post(`/api/courses/${item}/purchase`, { body });
        if (response.status === 201) {
          const { id } = response.body['purchase'] as unknown as { id: string };
          return stripe.sessions.find((session) => session.client_reference_id === id);
        }
        if (response.body['code'] === 'ALREADY_OWNED') return undefined;
      } catch {
        // The server is away.
      }
      await wait(300);
    }
    return undefined;
  }

  /** Pays at an open page; `isByBank`: the bank confirms it later. */
  private pay(session: Session | undefined, isByBank: boolean): void {
    if (session?.status !== 'open') return;
    const { stripe } = this.settings;
    stripe.pay(session, !isByBank);
    this.report('checkout.session.completed', { ...session });
    if (!isByBank) return;
    const confirm = async (): Promise<void> => {
      await wait(this.settings.chance.next() * 2_000);
      stripe.pay(session);
      this.report('checkout.session.async_payment_succeeded', { ...session });
    };
    this.late.push(confirm());
  }

  /** An operator refunds a payment at the provider; the report of the first one is lost. */
  private refundByHand(session: Session): void {
    const event = this.settings.stripe.refundByHand(session);
    if (event) this.report(event.type, event.object, this.byHand === 0);
    if (event) this.byHand += 1;
  }

  private report(type: StripeReport['type'], object: object, isLost = this.settings.chance.next() < 0.3): void {
    const { chance, stripe, url } = this.settings;
    if (isLost) {
      this.reports.lost += 1;
      stripe.happen({ type, object });
      return;
    }
    const isDoubled = chance.next() < 0.3;
    if (isDoubled) this.reports.doubled += 1;
    const event = { id: `evt_test_${randomUUID()}`, type, object };
    const send = async (): Promise<void> => {
      await wait(chance.next() * REPORT_LATE_MS);
      this.reports.sent += 1;
      // One that does not arrive is lost as well.
      await stripe.report(url, event).catch(() => undefined);
    };
    this.late.push(send());
    if (isDoubled) this.late.push(send());
  }

  private async changePrice(item: string): Promise<void> {
    const price = this.settings.chance.pick(PRICES);
    await this.settings.pool.query('update courses set price = $2 where id = $1', [item, price]);
  }

  /** Asks for a refund once the report of the payment has had time to arrive; the server may be away. */
  private async askRefund(buyer: TestClient, session: Session): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      await wait(REPORT_LATE_MS / 2);
      const asked = await buyer
        .post(`/api/purchases/${session.client_reference_id}/refund`, { body: {} })
        .catch(() => null);
      if (asked?.status === 200 || attempt > REFUND_TRIES) return;
    }
  }
}

/**
 * Closes all pages, and lets the jobs of the server look up what is due, until nothing is. In the control the job that
 * lists lost reports does not run.
 */
async function settle(pool: pg.Pool, stripe: StripeServer, isPlanted: boolean): Promise<void> {
  const jobs = ['purchase-checks', 'refund-care', ...(isPlanted ? [] : ['lost-reports'])];
  for (const session of stripe.sessions) if (session.status === 'open') session.status = 'expired';
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
    await pool.query(`update purchases set check_at = now() - interval '1 minute' where check_at is not null`);
    await pool.query(
      `update purchases set refund_started_at = now() - interval '1 day'
      where refund_state = 'processing' and $1 and refund_started_at > now() - interval '1 hour'`,
      [attempt > 20],
    );
    for (const name of jobs)
      await pool.query(`insert into pgboss.job (name, data) values ($1, '{}') on conflict do nothing`, [name]);
    await wait(1_000);
    const open = await pool.query(
      `select 1 from purchases where check_at is not null or refund_state = 'processing' limit 1`,
    );
    const done = await pool.query(`select distinct name from pgboss.job where name = any($1) and state = 'completed'`, [
      jobs,
    ]);
    if (open.rows.length === 0 && done.rows.length === jobs.length) return;
  }
}

async function runAs(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

interface EnvironmentSettings {
  database: { databaseUrl: string; migrateUrl: string };
  stripe: StripeServer;
  url: string;
  folder: string;
}

function environment({ database, stripe, url, folder }: EnvironmentSettings): Record<string, string> {
  const secret = 'a secret of the faults that is long enough';
  return {
    DATABASE_URL: database.databaseUrl,
    MIGRATE_URL: database.migrateUrl,
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    DATA_DIR: folder,
    SESSION_SECRET: secret,
    ENCRYPTION_KEY: secret,
    LIMIT_FACTOR: '100000',
    SEED_DEMO: 'false',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.settings.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecret,
    FAULTS_STRIPE_URL: stripe.settings.apiUrl ?? '',
  };
}
