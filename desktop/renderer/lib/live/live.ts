import { BridgeLiveLink } from './bridge-live-link.ts';
import { readBridge } from '../page/bridge.ts';
import type { LiveLink } from './live-link.ts';
import { SocketLiveLink } from './socket-live-link.ts';

const bridge = readBridge();

/** The app's one live link: the desktop shell's where there is one, a socket of this page otherwise. */
export const liveLink: LiveLink = bridge ? new BridgeLiveLink(bridge) : new SocketLiveLink();
