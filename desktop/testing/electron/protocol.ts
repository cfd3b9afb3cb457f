import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { findFreePort } from '../../../tools/postgres.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;

const HOST = 'lyceum.localhost';
const APP_ORIGIN = 'app://lyceum';

/** The module `protocol`, and each session's own. */
export class FakeProtocol {
  /** Schemes that were given rights, with what they may. */
  readonly privileged: Electron.CustomScheme[] = [];
  isAppReady: () => boolean = () => false;
  private readonly handlers = new Map<string, SchemeHandler>();

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (this.isAppReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.privileged.push(...schemes);
  }
  handle(scheme: string, handler: SchemeHandler): void {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  }
  isProtocolHandled = (scheme: string): boolean => this.handlers.has(scheme);
  unhandle(scheme: string): void {
    this.handlers.delete(scheme);
  }
  /** Asks a scheme's handler, as a page's request would. */
  async ask(request: Request): Promise<Response> {
    const handler = this.handlers.get(new URL(request.url).protocol.slice(0, -1));
    return handler ? handler(request) : Response.error();
  }
}

/**
 * Replaces `app://lyceum` in Chromium, which does not know this scheme: a server on loopback that calls the scheme's
 * handler.
 */
export class SchemeServer {
  readonly origin: string;
  private readonly server: Server;
  private readonly protocol: FakeProtocol;

  private constructor(protocol: FakeProtocol, port: number) {
    this.protocol = protocol;
    this.origin = `http://${HOST}:${port}`;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(protocol: FakeProtocol): Promise<SchemeServer> {
    const port = await findFreePort(24_000 + Math.floor(Math.random() * 4_000));
    const started = new SchemeServer(protocol, port);
    await new Promise<void>((resolve, reject) =>
      started.server.once('error', reject).listen(port, '127.0.0.1', resolve),
    );
    return started;
  }

  /** `app://lyceum/x` as Chromium can load it; other addresses stay. */
  toBrowserUrl(url: string): string {
    return url.startsWith(`${APP_ORIGIN}/`) || url === APP_ORIGIN ? this.origin + url.slice(APP_ORIGIN.length) : url;
  }

  /** What main would see of an address. */
  toAppUrl = (url: string): string => (url.startsWith(this.origin) ? APP_ORIGIN + url.slice(this.origin.length) : url);

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      const response = await this.protocol.ask(this.toRequest(incoming, gone.signal));
      // A network error has no status; the connection breaks, as the page would see it.
      if (response.type === 'error') {
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body)
        Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
          .on('error', () => outgoing.destroy())
          .pipe(outgoing);
      else outgoing.end();
    } catch {
      outgoing.destroy();
    }
  }

  private toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (typeof value === 'string' && !['host', 'connection', 'referer'].includes(name))
        headers.set(name, name === 'origin' ? APP_ORIGIN : value);
    }
    const method = incoming.method ?? 'GET';
    const hasBody =
      !['GET', 'HEAD'].includes(method) &&
      (incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined);
    return new Request(APP_ORIGIN + (incoming.url ?? '/'), {
      method,
      headers,
      signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    } as RequestInit);
  }
}
