import { Migration20261122000000Initial } from './migration-20261122000000-initial.ts';

/** Every migration in the order it runs; a list, so that a bundle needs no folder. */
export const migrations = [Migration20261122000000Initial];
