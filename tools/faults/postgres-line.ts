import type { Random } from './random.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** The response to a COMMIT in the protocol of Postgres: CommandComplete with the tag COMMIT. */
const COMMITTED = Buffer.from([0x43, 0, 0, 0, 11, ...Buffer.from('COMMIT'), 0]);

/** Which responses of Postgres are lost, with their share from 0 to 1. */
export interface LostResponses {
  of: 'commits' | 'statements';
  share: number;
}

/** The connections of one node to Postgres, which can be cut, held and slowed, and whose responses can be lost. */
export class PostgresLine extends TcpProxy {
  readonly port: number;
  private readonly lost: { current: LostResponses | null };

  constructor({ port, databasePort, chance }: { port: number; databasePort: number; chance: Random }) {
    const lost: { current: LostResponses | null } = { current: null };
    super({
      port,
      chance,
      route: () => [databasePort],
      cutShare: () => lost.current?.share ?? 0,
      isLosable: (response) => lost.current?.of !== 'commits' || response.includes(COMMITTED),
    });
    this.port = port;
    this.lost = lost;
  }

  /** Loses responses to statements that Postgres has carried out; null loses none. */
  lose(lost: LostResponses | null): void {
    this.lost.current = lost;
  }

  override heal(): void {
    this.lost.current = null;
    super.heal();
  }
}
