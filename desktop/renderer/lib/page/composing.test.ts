import { expect, it } from 'vitest';
import { isComposing } from './composing.ts';

const key = (init: KeyboardEventInit & { keyCode?: number }) =>
  Object.defineProperty(new KeyboardEvent('keydown', init), 'keyCode', { value: init.keyCode ?? 0 });

it.each([
  ['a key within a composition', { key: 'Enter', isComposing: true, keyCode: 229 }, true],
  ['the Enter of Safari, which comes after the composition', { key: 'Enter', keyCode: 229 }, true],
  ['Enter', { key: 'Enter', keyCode: 13 }, false],
])('knows %s', (_, init, expected) => {
  const event = key(init);
  expect(isComposing(event)).toBe(expected);
  expect(isComposing({ nativeEvent: event })).toBe(expected);
});
