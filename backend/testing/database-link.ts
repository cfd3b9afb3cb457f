import { connect, createServer, type Socket } from 'node:net';
import { findPort } from './ports.ts';

/** A network between the tests and their database, which can fail. */
export interface DatabaseLink {
  /** Address of the database over this network. */
  url: string;
  /** Closes all connections at once; new ones work. */
  cut(): void;
  /** Stops the responses on all connections without closing them; new ones work. */
  silence(): void;
  /** Stops the responses on all connections, also on new ones, as a database whose processes are frozen. */
  freeze(): void;
  /** Closes the next connection over which the server sends `text`, before it arrives. */
  cutBefore(text: string): void;
  close(): void;
}

/** Opens a network to the database at `databaseUrl`, at a port of its own or a given one. */
export async function openDatabaseLink(databaseUrl: string, atPort?: number): Promise<DatabaseLink> {
  const address = new URL(databaseUrl);
  const [serverPort, host] = [Number(address.port), address.hostname];
  const links: { near: Socket; far: Socket }[] = [];
  let lost: string | null = null;
  let isFrozen = false;
  const proxy = createServer((near) => {
    const far = connect(serverPort, host);
    links.push({ near, far });
    for (const end of [near, far]) end.on('error', () => undefined);
    if (isFrozen) return void near.pause();
    near.pipe(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (chunk: Buffer) => {
      if (lost === null || !chunk.includes(lost)) return void near.write(chunk);
      lost = null;
      near.destroy();
    });
  });
  const port = atPort ?? (await findPort());
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  address.port = String(port);
  const cut = (): void => {
    for (const { near } of links.splice(0)) near.destroy();
  };
  const silence = (): void => {
    for (const { near, far } of links) {
      near.pause();
      far.pause();
    }
  };
  return {
    url: address.href,
    cut,
    silence,
    freeze() {
      isFrozen = true;
      silence();
    },
    cutBefore(text) {
      lost = text;
    },
    close() {
      cut();
      proxy.close();
    },
  };
}
