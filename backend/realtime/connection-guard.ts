import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { Connection } from './connections.ts';
import { createTokenBucket } from './token-bucket.ts';

/** The most that is buffered for a slow client. */
const SLOW_CONSUMER = { bufferedMaxBytes: 1024 * 1024, bufferedMaxPackets: 500 } as const;

/** Raw frames allowed per intent or signal; limits frames that never become an intent. */
const FRAMES_PER_INTENT = 2;

/** A monotonic clock, and a listener for the reason of a disconnect. */
interface GuardSettings {
  nowMs: () => number;
  onCut: (reason: 'binary' | 'flood' | 'slow') => void;
}

/** Disconnects a client that sends binary frames, exceeds the frame rate, or leaves too much unread. */
export function guardConnection(connection: Connection, { nowMs, onCut }: GuardSettings): void {
  const frames = createTokenBucket({
    perSecond: (SOCKET_LIMITS.intentsPerSecond + CALL_LIMITS.signalsPerSecond) * FRAMES_PER_INTENT,
    burst: (SOCKET_LIMITS.intentsBurst + CALL_LIMITS.signalsBurst) * FRAMES_PER_INTENT,
    nowMs,
  });
  let queuedBytes = 0;
  const cut = (reason: Parameters<GuardSettings['onCut']>[0]): void => {
    if (connection.readyState === 'closed') return;
    onCut(reason);
    terminate(connection);
  };

  connection.on('packet', (packet: Packet) => {
    if (packet.type !== 'message') return;
    if (typeof packet.data !== 'string') cut('binary');
    else if (!frames.take()) cut('flood');
  });
  connection.on('flush', () => {
    queuedBytes = 0;
  });
  connection.on('packetCreate', (packet: Packet) => {
    queuedBytes += typeof packet.data === 'string' ? Buffer.byteLength(packet.data) : 0;
    const bytes = queuedBytes + (websocketOf(connection)?.bufferedAmount ?? 0);
    if (bytes > SLOW_CONSUMER.bufferedMaxBytes || waitingPackets(connection) > SLOW_CONSUMER.bufferedMaxPackets) {
      cut('slow');
    }
  });
}

interface Packet {
  type: string;
  data?: unknown;
}

interface RawWebsocket {
  bufferedAmount: number;
  terminate(): void;
}

// The types of engine.io do not contain its buffer and the ws socket.
function websocketOf(connection: Connection): RawWebsocket | undefined {
  return (connection.transport as unknown as { socket?: RawWebsocket }).socket;
}

function waitingPackets(connection: Connection): number {
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
}

/** Closes a connection at once; an orderly close would wait for a peer that does not read. */
function terminate(connection: Connection): void {
  const websocket = websocketOf(connection);
  connection.close(true);
  websocket?.terminate?.();
}
