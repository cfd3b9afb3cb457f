import { inject } from 'vitest';
import { copyTemplate, type TestDatabase, type TestServer } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the tests, on which the template is. */
    postgres: TestServer;
  }
}

/** Copies the migrated template into a database of this test file's own. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgres'), 'test');
}
