import type { LiveLink } from './live-link.ts';
import { SocketLiveLink } from './socket-live-link.ts';

/** The app's one live link. */
export const liveLink: LiveLink = new SocketLiveLink();
