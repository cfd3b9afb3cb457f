import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from './connections.ts';
import { createPacer } from './paced-writes.ts';

/** A connection that records what was written; each write takes one millisecond of the test's clock. */
class RecordingConnection extends EventEmitter {
  readonly written: unknown[] = [];
  closed: boolean | undefined;

  write(data: unknown): this {
    nowMs += 1;
    this.written.push(data);
    return this;
  }

  close(discard = false): void {
    this.closed = discard;
    this.emit('close');
  }
}

let nowMs: number;
let turns: (() => void)[];
beforeEach(() => {
  nowMs = 0;
  turns = [];
});

function open(count: number, budgetMs = 5): RecordingConnection[] {
  const pace = createPacer({ budgetMs, nowMs: () => nowMs, nextTurn: (run) => void turns.push(run) });
  return Array.from({ length: count }, () => {
    const connection = new RecordingConnection();
    pace(connection as unknown as Connection);
    return connection;
  });
}

function runTurn(): void {
  for (const run of turns.splice(0)) run();
}

const writtenBy = (connections: readonly RecordingConnection[]): number[] =>
  connections.map(({ written }) => written.length);

describe('paced writes', () => {
  it('write no longer in one turn than the budget, and the rest in the next turns', () => {
    const connections = open(12);
    for (const connection of connections) connection.write('push');
    expect(writtenBy(connections).filter(Boolean)).toHaveLength(5);
    runTurn();
    expect(writtenBy(connections).filter(Boolean)).toHaveLength(10);
    runTurn();
    expect(writtenBy(connections)).toEqual(connections.map(() => 1));
  });

  it('let a connection for which nothing waits overtake the others in a turn with time left', () => {
    const connections = open(8);
    for (const connection of connections.slice(0, 7)) connection.write('push');
    nowMs = 100;
    runTurn();
    connections[7]?.write('response');
    expect(connections[7]?.written).toEqual(['response']);
  });

  it('write what waits before an orderly close, and drop it when the connection is terminated', () => {
    const [first, second, third] = open(3, 1);
    for (const connection of [first, second, third]) connection?.write('push');
    second?.write('signed out');
    second?.close();
    third?.close(true);
    expect(second?.written).toEqual(['push', 'signed out']);
    runTurn();
    expect(third?.written).toEqual([]);
  });

  it('keep the order of each connection in random interleavings, and lose nothing', () => {
    const step = fc.oneof(fc.nat({ max: 3 }), fc.constant('turn' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (steps, budgetMs) => {
        const connections = open(4, budgetMs);
        const expected: number[][] = connections.map(() => []);
        for (const [number, each] of steps.entries()) {
          if (each === 'turn') runTurn();
          else {
            connections[each]?.write(number);
            expected[each]?.push(number);
          }
        }
        while (turns.length > 0) runTurn();
        expect(connections.map(({ written }) => written)).toEqual(expected);
      }),
    );
  });
});
