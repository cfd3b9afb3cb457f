import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../backend/db/commands.ts';
import { installJobQueue } from '../backend/db/job-queue.ts';
import { TEMPLATE_DATABASE } from '../backend/testing/template.ts';
import { startTestPostgres } from './postgres.ts';

/** Starts one Postgres for the run and migrates the database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startTestPostgres();
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(server.adminUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(template.href);
  await installJobQueue(template.href);
  project.provide('databaseUrl', server.adminUrl);
  return server.stop;
}
