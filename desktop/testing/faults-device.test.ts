import { expect, it } from 'vitest';
import { createDevice } from './faults-device.ts';
import { Journal } from '../../tools/faults/journal.ts';

it('is made of client code that needs no page', () => {
  const device = createDevice({
    name: 'a',
    url: 'http://127.0.0.1:1',
    origin: 'http://127.0.0.1:1',
    journal: new Journal(),
    hasNewIds: false,
    onMessage: () => undefined,
  });
  expect([device.waiting, device.cursor, device.liveSinceMs]).toEqual([0, 0, undefined]);
});
