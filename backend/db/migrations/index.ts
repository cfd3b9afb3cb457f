/** Every migration in the order it runs; a list, so that a bundle needs no folder. */
export const migrations = [];
