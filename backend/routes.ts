import type { Config } from './config.ts';
import { authRoutes } from './domains/auth/auth.routes.ts';
import type { SignInDeps } from './domains/auth/auth.sign-in.ts';
import type { Route } from './http/route.ts';

/** What the routes are made with. */
export interface RouteDeps extends SignInDeps {
  config: Config;
}

/** Every route there is: one line a noun. */
export function listRoutes(deps: RouteDeps): Route[] {
  return [...authRoutes(deps)];
}
