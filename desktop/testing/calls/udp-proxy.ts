import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { CallSignal } from '#shared/realtime/calls.ts';

const HOST = '127.0.0.1';

/** The socket at which the other side reaches one socket of a browser. */
interface Door {
  address: string;
  port: number;
  socket: Socket;
  isDead: boolean;
}

/**
 * The network between two browsers: UDP that a test cuts, delays and kills. The candidates in the signals of both sides
 * are replaced by addresses of the proxy, so that nothing passes beside it. A browser that gathers candidates again
 * uses other sockets, which form a new path.
 */
export class UdpProxy {
  /** Time of one packet in one direction, in milliseconds. */
  delayMs: number;
  private isCut = false;
  private isClosed = false;
  private readonly doors = new Map<string, Promise<Door>>();

  constructor(delayMs = 0) {
    this.delayMs = delayMs;
  }

  /** Drops every packet, until `restore`. */
  cut(): void {
    this.isCut = true;
  }

  restore(): void {
    this.isCut = false;
  }

  /** Ends the path of the sockets that are known now: candidates that are gathered later still connect. */
  async killPath(): Promise<void> {
    for (const door of await Promise.all(this.doors.values())) door.isDead = true;
  }

  close(): void {
    this.isClosed = true;
    for (const door of this.doors.values()) void door.then(({ socket }) => socket.close());
    this.doors.clear();
  }

  /** Returns a signal whose candidates lead to the proxy. Candidates other than UDP on IPv4 are left out. */
  async rewrite(signal: CallSignal): Promise<CallSignal> {
    if (signal.type === 'offer' || signal.type === 'answer') {
      const lines = signal.sdp.split('\r\n');
      const rewritten = await Promise.all(
        lines.map(async (line) => (line.startsWith('a=candidate:') ? this.rewriteCandidate(line) : line)),
      );
      return { ...signal, sdp: rewritten.filter((line) => line !== null).join('\r\n') };
    }
    if (signal.type === 'candidate') {
      const [candidate] = await this.rewriteAll([signal.candidate]);
      return candidate ? { ...signal, candidate } : { type: 'candidates', candidates: [] };
    }
    if (signal.type !== 'candidates') return signal;
    return { ...signal, candidates: await this.rewriteAll(signal.candidates) };
  }

  private async rewriteAll<Candidate extends { candidate: string }>(
    candidates: readonly Candidate[],
  ): Promise<Candidate[]> {
    const lines = await Promise.all(candidates.map(({ candidate }) => this.rewriteCandidate(candidate)));
    return candidates.flatMap((candidate, at) => {
      const line = lines[at];
      return line === null || line === undefined ? [] : [{ ...candidate, candidate: line }];
    });
  }

  /** The fields of a candidate are separated by spaces (RFC 8839, section 5.1). */
  private async rewriteCandidate(line: string): Promise<string | null> {
    const fields = line.split(' ');
    const [, , transport = '', , address = '', port = ''] = fields;
    // The end of the candidates.
    if (fields.length < 8) return line;
    if (transport.toLowerCase() !== 'udp' || !/^[\d.]+$/.test(address)) return null;
    const door = await this.doorOf(address, Number(port));
    return fields.with(4, HOST).with(5, String(door.socket.address().port)).join(' ');
  }

  private doorOf(address: string, port: number): Promise<Door> {
    const key = `${address}:${port}`;
    const door = this.doors.get(key) ?? this.openDoor(address, port);
    this.doors.set(key, door);
    return door;
  }

  private async openDoor(address: string, port: number): Promise<Door> {
    const socket = createSocket('udp4');
    const door: Door = { address, port, socket, isDead: false };
    socket.on('message', (packet, from) => void this.pass(packet, { from, to: door }));
    // A browser that has closed its socket.
    socket.on('error', () => undefined);
    socket.bind(0, HOST);
    await once(socket, 'listening');
    return door;
  }

  /** Passes a packet on from the door of its sender, as the receiver knows the sender by that address. */
  private async pass(
    packet: Buffer,
    { from, to }: { from: { address: string; port: number }; to: Door },
  ): Promise<void> {
    const sender = await this.doorOf(from.address, from.port);
    const send = (): void => {
      if (this.isCut || this.isClosed || sender.isDead || to.isDead) return;
      sender.socket.send(packet, to.port, to.address);
    };
    if (this.delayMs > 0) setTimeout(send, this.delayMs);
    else send();
  }
}
