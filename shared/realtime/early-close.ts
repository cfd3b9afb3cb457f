/** The part of a transport of engine.io-client that {@link failBeforeHandshake} changes. */
interface TransportHooks {
  onPacket(packet: unknown): void;
  onClose(details: unknown): void;
  onError(reason: string, description: unknown): unknown;
  doClose(): void;
}

/**
 * Makes a transport fail that the other side closes before it has sent anything, so that the next transport is tried at
 * once. Some proxies accept a websocket and drop it: engine.io-client tries another transport after an error only, and
 * would wait for the time limit of the handshake, again and again. `prototype` is that of a subclass of its transport.
 */
export function failBeforeHandshake(prototype: object): void {
  const hooks = prototype as TransportHooks;
  const { onPacket, onClose, doClose } = hooks;
  /** Transports that have received the handshake, or were closed by this side. */
  const settled = new WeakSet<TransportHooks>();
  hooks.onPacket = function receive(this: TransportHooks, packet) {
    settled.add(this);
    onPacket.call(this, packet);
  };
  hooks.doClose = function leave(this: TransportHooks) {
    settled.add(this);
    doClose.call(this);
  };
  hooks.onClose = function end(this: TransportHooks, details) {
    if (!settled.has(this)) {
      settled.add(this);
      this.onError('closed before the handshake', details);
    }
    onClose.call(this, details);
  };
}
