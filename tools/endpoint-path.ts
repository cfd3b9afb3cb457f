import type { EndpointInput } from '#shared/api/endpoint.ts';

/** Fills the parameters of an endpoint's path. @throws Error when one is missing. */
export function pathOf(path: string, { params = {} }: Pick<EndpointInput, 'params'>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Returns the query of an endpoint with its question mark; empty without one. */
export function queryOf({ query }: Pick<EndpointInput, 'query'>): string {
  return query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>).toString()}`;
}
