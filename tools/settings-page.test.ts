import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderSettings, SETTINGS_PAGE } from './settings-page.ts';
import { ROOT } from './stack.ts';

it('the page of settings is the one that npm run settings writes', () => {
  expect(readFileSync(join(ROOT, SETTINGS_PAGE), 'utf8')).toBe(renderSettings());
});
