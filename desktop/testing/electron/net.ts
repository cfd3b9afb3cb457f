import http from 'node:http';
import https from 'node:https';
import { EventEmitter } from 'node:events';

/** The module `net`: requests of libraries in main, over Node's own stack and without cookies. */
export class FakeNet {
  request({ session: _session, redirect: _redirect, ...options }: Electron.ClientRequestConstructorOptions): unknown {
    const { request } = options.protocol === 'https:' ? https : http;
    // Each request has a connection of its own, since the listeners of one would stay on a shared one.
    return request({ ...(options as http.RequestOptions), agent: false });
  }
}

/** The module `autoUpdater`, Electron's own updater; electron-updater reports through it that the app will quit. */
export class FakeAutoUpdater extends EventEmitter {}
