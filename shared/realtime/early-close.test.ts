import { beforeEach, expect, it } from 'vitest';
import { failBeforeHandshake } from './early-close.ts';

const events: string[] = [];

/** The order of engine.io-client: `close` calls `doClose` and then `onClose`; an error is reported by `onError`. */
class Transport {
  onPacket(): void {
    events.push('packet');
  }
  onClose(): void {
    events.push('close');
  }
  onError(reason: string): void {
    events.push(`error: ${reason}`);
  }
  doClose(): void {
    events.push('left');
  }
  close(): void {
    this.doClose();
    this.onClose();
  }
}
class EarlyTransport extends Transport {}
failBeforeHandshake(EarlyTransport.prototype);

beforeEach(() => {
  events.length = 0;
});

it('fails when the other side closes it before it has sent anything', () => {
  new EarlyTransport().onClose();
  expect(events).toEqual(['error: closed before the handshake', 'close']);
});

it('closes as before after the handshake, and when this side closes it', () => {
  const greeted = new EarlyTransport();
  greeted.onPacket();
  greeted.onClose();
  new EarlyTransport().close();
  expect(events).toEqual(['packet', 'close', 'left', 'close']);
  events.length = 0;
  // The class itself is unchanged.
  new Transport().onClose();
  expect(events).toEqual(['close']);
});
