import { inject } from 'vitest';
import { copyTemplate, type TestDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database; the template is on the same server. */
    databaseUrl: string;
  }
}

/** Copies the migrated template into a database of this test file's own. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('databaseUrl'), 'test');
}
