import type { Clock } from './clock.ts';
import { CircuitOpenError } from './errors.ts';
import { isRetryable } from './retry.ts';

/** When the circuit of a path opens, retries and closes. */
const BREAKER = { failures: 5, resetMs: 30_000, successes: 2 } as const;

interface Circuit {
  state: 'closed' | 'open' | 'half-open';
  failures: number;
  successes: number;
  openedAtMs: number;
  /** How often it has opened; results of requests started before the last opening are ignored. */
  opened: number;
}

/** Holds one circuit per path. */
export interface CircuitBreaker {
  /** Runs a request (with all its retries) on its path. @throws CircuitOpenError while the circuit is open. */
  run<T>(path: string, request: () => Promise<T>): Promise<T>;
  /** Returns the state of a path; the query is ignored. */
  stateOf(path: string): Circuit['state'];
}

/** Creates the breaker. Aborts and responses below 500 do not count as failures. */
export function createCircuitBreaker(clock: Pick<Clock, 'now'>): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (path: string) => {
    const key = path.split('?')[0] ?? path;
    const circuit = circuits.get(key) ?? { state: 'closed', failures: 0, successes: 0, openedAtMs: 0, opened: 0 };
    circuits.set(key, circuit);
    return circuit;
  };
  function succeed(circuit: Circuit): void {
    if (circuit.state === 'half-open') {
      circuit.successes += 1;
      if (circuit.successes < BREAKER.successes) return;
    }
    circuit.state = 'closed';
    circuit.failures = 0;
    circuit.successes = 0;
  }
  function fail(circuit: Circuit): void {
    circuit.failures += 1;
    if (circuit.state !== 'half-open' && circuit.failures < BREAKER.failures) return;
    circuit.state = 'open';
    circuit.successes = 0;
    circuit.openedAtMs = clock.now();
    circuit.opened += 1;
  }
  return {
    async run(path, request) {
      const circuit = circuitOf(path);
      if (circuit.state === 'open') {
        if (clock.now() - circuit.openedAtMs < BREAKER.resetMs) throw new CircuitOpenError();
        circuit.state = 'half-open';
        circuit.successes = 0;
      }
      const { opened } = circuit;
      try {
        const result = await request();
        if (opened === circuit.opened) succeed(circuit);
        return result;
      } catch (error) {
        if (opened === circuit.opened && isRetryable(error)) fail(circuit);
        throw error;
      }
    },
    stateOf: (path) => circuitOf(path).state,
  };
}
