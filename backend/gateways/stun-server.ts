import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { SECOND_MS } from '#shared/time.ts';
import { answerBinding, isOwnResponse, makeBindingRequest } from './stun-message.ts';

/** How long another process has to answer, in milliseconds. */
const PROBE_MS = SECOND_MS;
/** How often a process tries to take the port over from another Lyceum process, in milliseconds. */
const TAKE_OVER_MS = 10 * SECOND_MS;

/** Where a process answers STUN. */
export interface StunAddress {
  host: string;
  port: number;
  /** The address for clients; null when only this machine reaches the host. */
  url: string | null;
}

/** What the responder needs. */
interface StunSettings {
  /** Undefined starts nothing. */
  address: StunAddress | undefined;
  /** Counts a request; false when its address, or all together, have sent too many. */
  mayAnswer: (address: string) => boolean;
  log: Pick<Logger, 'warn' | 'info'>;
}

/** Answers STUN binding requests, so that calls find public addresses without servers of others. */
export interface StunServer {
  /** The address for clients; null when none is answered there. */
  url(): string | null;
  /** Starts to answer. A port that is taken is a warning in the log. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates the responder (RFC 8489, section 12, over UDP only). One process of a machine answers: the others use its
 * address, and one of them takes the port over when it ends.
 */
export function createStunServer({ address, mayAnswer, log }: StunSettings): StunServer {
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isAnswered = false;
  let isStopped = false;
  let isFailureLogged = false;

  /** Returns the listener of a socket. It never throws, since no packet of a stranger may end the process. */
  const answer = (of: Socket) => (packet: Buffer, from: RemoteInfo) => {
    try {
      // A forged packet can have port 0, to which nothing can be sent.
      if (from.port === 0 || !mayAnswer(from.address)) return;
      const response = answerBinding(packet, from);
      if (response) of.send(response, from.port, from.address, () => undefined);
    } catch (error) {
      // Once, so that packets cannot fill the log.
      if (!isFailureLogged) log.warn({ err: error }, 'a STUN packet could not be answered; later ones are not logged');
      isFailureLogged = true;
    }
  };

  async function open({ host, port }: StunAddress): Promise<void> {
    const opened = createSocket(familyOf(host));
    // What an unreachable sender causes concerns no other one.
    opened.on('error', () => undefined);
    opened.on('message', answer(opened));
    try {
      opened.bind(port, host);
      await once(opened, 'listening');
    } catch (error) {
      opened.close();
      throw error;
    }
    if (isStopped) return void opened.close();
    socket = opened;
    clearInterval(timer);
  }
  return {
    url: () => (isAnswered && address ? address.url : null),
    async start() {
      if (!address) return;
      const { host, port, url } = address;
      if (url === null) log.warn({ host }, 'only this machine reaches STUN, and calls do without it: see STUN_HOST');
      try {
        await open(address);
      } catch (error) {
        if (!(await isAnsweredByLyceum(address))) {
          log.warn({ err: error }, `UDP port ${port} cannot be used for STUN, and calls do without it: see STUN_PORT`);
          return;
        }
        log.info({ port }, 'another Lyceum process of this machine answers STUN');
        timer = setInterval(() => void open(address).catch(() => undefined), TAKE_OVER_MS).unref();
      }
      isAnswered = true;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      isAnswered = false;
      const closing = socket;
      socket = null;
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
  };
}

function familyOf(host: string): 'udp4' | 'udp6' {
  return isIPv6(host) ? 'udp6' : 'udp4';
}

/** Whether another Lyceum process answers at the port. */
async function isAnsweredByLyceum({ host, port }: StunAddress): Promise<boolean> {
  const transactionId = randomBytes(12);
  const probe = createSocket(familyOf(host));
  const isUnspecified = host === '0.0.0.0' || host === '::';
  const local = familyOf(host) === 'udp6' ? '::1' : '127.0.0.1';
  try {
    return await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), PROBE_MS).unref();
      probe.on('error', () => resolve(false));
      probe.on('message', (packet) => resolve(isOwnResponse(packet, transactionId)));
      probe.send(makeBindingRequest(transactionId), port, isUnspecified ? local : host, (error) => {
        if (error) resolve(false);
      });
    });
  } finally {
    probe.close();
  }
}
