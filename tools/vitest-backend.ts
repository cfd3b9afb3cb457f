import { vi } from 'vitest';

// Tests sign up hundreds of users. A password is hashed in them with a twentieth of the memory and half of the passes;
// what is deployed has no setting for that, and the flows in the browser run it as it is.
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, { memoryCost: 1_024, timeCost: 1, parallelism: 1 }),
  };
});
