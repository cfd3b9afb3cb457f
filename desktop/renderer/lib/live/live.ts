import { BridgeLiveLink } from './bridge-live-link.ts';
import { readBridge } from '../page/bridge.ts';
import type { LiveLink } from './live-link.ts';
import { SocketLiveLink } from './socket-live-link.ts';

const bridge = readBridge();

/** The app's one live link: through the bridge in the desktop app, a socket of this page in the web app. */
export const liveLink: LiveLink = bridge ? new BridgeLiveLink(bridge) : new SocketLiveLink();
