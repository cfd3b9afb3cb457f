import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLint } from './external.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-check-'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom'],
    jsx: 'preserve',
    types: [],
    module: 'preserve',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function lint(): Promise<string[]> {
  return (await checkLint(['.'], folder)).map(({ message }) => message);
}

describe('the linter finds', () => {
  it.each([
    [
      'no-misused-promises',
      'a.ts',
      'export function a(b: Promise<boolean>): number {\n  if (b) return 1;\n  return 2;\n}\n',
    ],
    [
      'switch-exhaustiveness-check',
      'a.ts',
      "export function a(b: 'x' | 'y'): number {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n}\n",
    ],
    ['alt-text', 'a.tsx', 'export function A() {\n  return <img src="/a.png" />;\n}\n'],
    [
      'rules-of-hooks',
      'a.tsx',
      "import { useState } from 'react';\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1);\n  return null;\n}\n",
    ],
  ])('%s', async (rule, name, text) => {
    writeFileSync(join(folder, name), text);
    expect(await lint()).toContainEqual(expect.stringContaining(rule));
  });

  it('no-cycle', async () => {
    writeFileSync(join(folder, 'a.ts'), "import { b } from './b';\nexport const a = (): number => b();\n");
    writeFileSync(join(folder, 'b.ts'), "import { a } from './a';\nexport const b = (): number => a();\n");
    expect(await lint()).toContainEqual(expect.stringContaining('no-cycle'));
  });
});
