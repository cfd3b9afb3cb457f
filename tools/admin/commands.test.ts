import { expect, it } from 'vitest';
import { COMMANDS, readArguments, USAGE } from './commands.ts';

const LINES = USAGE.split('\n')
  .filter((line) => line.startsWith('  '))
  .map((line) => line.trim());

it.each(LINES)('%s is a command, and its options are read', (line) => {
  expect(COMMANDS).toHaveProperty([line.split(' ').slice(0, 2).join(' ')]);
  const names = [...line.matchAll(/--(\w+)/g)].map((match) => match[1] ?? '');
  const { options } = readArguments(names.flatMap((name) => [`--${name}`, 'x']));
  expect({ ...options }).toEqual(Object.fromEntries(names.map((name) => [name, 'x'])));
});

it('names each command', () => {
  expect(LINES.map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual(
    Object.keys(COMMANDS).toSorted(),
  );
});

it('rejects an unknown option, and shows the usage', () => {
  expect(() => readArguments(['reports', 'list', '--nonsense', 'x'])).toThrow(/--nonsense[\s\S]*reports list/);
});
