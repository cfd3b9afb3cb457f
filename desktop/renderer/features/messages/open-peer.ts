let open: string | null = null;

/** Whose thread is on screen; null while none is. */
export const openPeer = {
  get: (): string | null => open,
  set(peerId: string | null): void {
    open = peerId;
  },
};
