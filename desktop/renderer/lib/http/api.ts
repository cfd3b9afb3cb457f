import type { Endpoint, EndpointInput, InputOf, OutputOf } from '#shared/api/endpoint.ts';
import { createApiClient, type ApiClient, type CallOptions } from './api-client.ts';
import { systemClock } from './clock.ts';
import { webTransport } from './http-transport.ts';

/** The request client of the app. */
export const apiClient: ApiClient = createApiClient({ transport: webTransport, clock: systemClock });

/** One page of a list; `nextCursor` is null on the last one. */
export interface ClientPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Returns the path of an endpoint with its parameters and query; empty query values are omitted. */
export function pathOf(endpoint: Endpoint, { params = {}, query = {} }: EndpointInput = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Calls an endpoint and returns its output. @throws ApiError, ValidationError, NetworkError, CircuitOpenError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const { data } = await apiClient.request<OutputOf<E>>({
    method: endpoint.method,
    path: pathOf(endpoint, input),
    body: input.body,
    isPublic: endpoint.who === 'public',
    ...options,
  });
  return data;
}

/** Calls a list endpoint and returns one page. Errors as {@link call}. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ClientPage<OutputOf<E> extends readonly (infer Item)[] ? Item : never>> {
  const { data, headers } = await apiClient.request<never[]>({
    method: endpoint.method,
    path: pathOf(endpoint, input),
    ...options,
  });
  return { items: data, nextCursor: headers.get('X-Next-Cursor') };
}

/** Calls an endpoint that returns a text file, such as CSV. Errors as {@link call}. */
export async function callText<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<string> {
  const { data } = await apiClient.request<string>({
    method: endpoint.method,
    path: pathOf(endpoint, input),
    isText: true,
  });
  return data;
}

/** Sends a form to an upload endpoint. Errors as {@link call}. */
export async function callUpload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  upload: CallOptions & { form: FormData; onProgress?: (share: number) => void },
): Promise<OutputOf<E>> {
  const { data } = await apiClient.upload<OutputOf<E>>({ path: pathOf(endpoint, input), ...upload });
  return data;
}
