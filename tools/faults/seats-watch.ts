import pg from 'pg';

const LOOK_EVERY_MS = 300;
const PATIENCE_MS = 1_000;

const OVERBOOKED = `select e.id from events e join event_attendees a on a.event_id = e.id
  where a.status in ('going', 'held') group by e.id, e.capacity having count(*) > e.capacity`;

/** Looks at the seats of all events while the faults happen. */
export class SeatsWatch {
  /** How often the database could be looked at. */
  looks = 0;
  /** Events that had more members than seats. */
  readonly overbooked = new Set<string>();
  private readonly databaseUrl: string;
  private timer: NodeJS.Timeout | undefined;
  private looking = Promise.resolve();

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => {
        if (this.timer) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  private async look(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ id: string }>(OVERBOOKED);
      this.looks += 1;
      for (const { id } of rows) this.overbooked.add(id);
    } catch {
      // Postgres is stopped or frozen: the faults do that.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
