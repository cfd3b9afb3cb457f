import { Migration20261121000000Initial } from './migration-20261121000000-initial.ts';

/** Every migration in the order it runs; a list, so that a bundle needs no folder. */
export const migrations = [Migration20261121000000Initial];
