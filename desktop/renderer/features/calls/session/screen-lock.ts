/** Keeps the screen on during a call with images, where the browser can (W3C Screen Wake Lock API). */
export class ScreenLock {
  private lock: Promise<WakeLockSentinel | null> | undefined;

  /** Holds until {@link release}; again does nothing. */
  hold(): void {
    if (this.lock) return;
    this.lock = request();
    document.addEventListener('visibilitychange', this.renew);
  }

  release(): void {
    document.removeEventListener('visibilitychange', this.renew);
    this.end();
  }

  /** The browser releases the lock of a page that is hidden, and does not return it. */
  private readonly renew = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.end();
    this.lock = request();
  };

  private end(): void {
    void this.lock?.then((lock) => lock?.release());
    this.lock = undefined;
  }
}

async function request(): Promise<WakeLockSentinel | null> {
  try {
    // The lib declares it for all pages; it is missing on insecure origins.
    return (await (navigator as Partial<Navigator>).wakeLock?.request('screen')) ?? null;
  } catch {
    return null;
  }
}
