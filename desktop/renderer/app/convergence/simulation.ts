import { InfiniteQueryObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../../lib/http/query-client.ts';
import type { LiveLink, PushName } from '../../lib/live/live-link.ts';
import { LiveListeners } from '../../lib/live/live-listeners.ts';
import { sessionQuery } from '../../lib/me.ts';
import { removeUnsent } from '../../features/messages/session/own-session.ts';
import { goLive } from '../live.ts';

/** The signed-in user of the test. */
export const ME = {
  id: 'me',
  fullName: 'Ana Ruiz',
  username: 'ana',
  role: 'teacher',
  position: null,
  institution: null,
  profileImage: null,
};

/** A push that the server has published. */
interface PublishedPush {
  name: PushName;
  payload: object;
}

/** What a handler of the server can do. */
export interface ServerContext<State> {
  state: State;
  body: Record<string, unknown>;
  /** The last part of the path that is an id; the request's parameters are few. */
  path: string;
  /** Returns a later time at each call. */
  now: () => string;
  publish: (name: string, payload: object) => void;
}

/** A server that stores one noun: handlers by method and path, where `*` stands for one part. */
export type Routes<State> = Readonly<Record<string, (context: ServerContext<State>) => unknown>>;

interface PendingResponse {
  path: string;
  deliver: () => void;
  lose: () => void;
}

/**
 * A client with its cache and bindings, and a server whose responses and pushes arrive when the test says so. Writes
 * with the same Idempotency-Key happen once.
 */
export class Simulation<State> {
  readonly client: QueryClient = createQueryClient();
  readonly state: State;
  readonly responses: PendingResponse[] = [];
  readonly reads: PendingResponse[] = [];
  readonly pushes: PublishedPush[] = [];
  /** Writes that the server does not know. */
  readonly unknown: string[] = [];
  /** Whether the responses of reads wait too. */
  areReadsDelayed = false;
  private readonly listeners = new LiveListeners();
  private readonly routes: Routes<State>;
  private readonly done = new Map<string, string>();
  private readonly ends: (() => void)[] = [];
  private ticks = 0;

  constructor(state: State, routes: Routes<State>) {
    this.state = state;
    this.routes = routes;
    this.client.setQueryData(sessionQuery.queryKey, { ...ME, unread: {}, connectionCount: 0 } as never);
    const link = {
      status: 'live',
      subscribe: this.listeners.pushes.on,
      on: this.listeners.events.on,
      connect: () => undefined,
      disconnect: () => undefined,
    } as unknown as LiveLink;
    this.ends.push(goLive({ link, client: this.client, userId: ME.id }));
  }

  /** Shows a query on screen, so that it is fetched, and again when it is invalidated. */
  show(options: { queryKey: readonly unknown[] }): void {
    const observer =
      'initialPageParam' in options
        ? new InfiniteQueryObserver(this.client, options as never)
        : new QueryObserver(this.client, options as never);
    this.ends.push(observer.subscribe(() => undefined));
  }

  push({ name, payload }: PublishedPush): void {
    this.listeners.onPush(name, { ...payload, at: this.now() });
  }

  end(): void {
    for (const end of this.ends) end();
    removeUnsent(ME.id);
    this.client.clear();
  }

  /** The `fetch` of the page. */
  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const path = url.split('?')[0] ?? url;
    const method = init.method ?? 'GET';
    if (path === '/api/csrf-token') return Promise.resolve(Response.json({ csrfToken: 't', userId: ME.id }));
    const key = new Headers(init.headers).get('Idempotency-Key');
    const text = this.answer(`${method} ${path}`, { key, body: typeof init.body === 'string' ? init.body : '{}' });
    if (text === null) return Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 }));
    if (method === 'GET' && !this.areReadsDelayed) return Promise.resolve(responseOf(text));
    return new Promise((resolve, reject) => {
      const waiting = { path, deliver: () => resolve(responseOf(text)), lose: () => reject(new TypeError('lost')) };
      (method === 'GET' ? this.reads : this.responses).push(waiting);
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  };

  private answer(request: string, { key, body }: { key: string | null; body: string }): string | null {
    const known = key === null ? undefined : this.done.get(key);
    if (known !== undefined) return known;
    const route = Object.entries(this.routes).find(([pattern]) =>
      new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(request),
    )?.[1];
    if (!route) {
      if (!request.startsWith('GET ')) this.unknown.push(request);
      return null;
    }
    const result = route({
      state: this.state,
      body: JSON.parse(body) as Record<string, unknown>,
      path: request.split(' ')[1] ?? '',
      now: this.now,
      publish: (name, payload) => this.pushes.push({ name: name as PushName, payload: structuredClone(payload) }),
    });
    const text = result === undefined ? '' : JSON.stringify(result);
    if (key !== null) this.done.set(key, text);
    return text;
  }

  private readonly now = (): string => {
    this.ticks += 1;
    return new Date(Date.UTC(2026, 10, 22, 12, 0, this.ticks)).toISOString();
  };
}

function responseOf(text: string): Response {
  if (text === '') return new Response(null, { status: 204 });
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}
