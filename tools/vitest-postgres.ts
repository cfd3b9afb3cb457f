import type { TestProject } from 'vitest/node';
import { createTemplate } from '../backend/testing/create-template.ts';
import { startTestPostgres } from './postgres.ts';

/** Starts one Postgres for the run and migrates the database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startTestPostgres();
  await createTemplate(server);
  const { adminUrl, databaseUrl, migrateUrl } = server;
  project.provide('postgres', { adminUrl, databaseUrl, migrateUrl });
  return server.stop;
}
