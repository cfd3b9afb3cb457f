import { readBridge } from '../../lib/page/bridge.ts';

/**
 * Opens the page on which a purchase is paid: a path of this app with `onPath`, the page of the provider in this
 * window. The desktop app opens that one in the system's browser, after a question, and shows the purchase meanwhile.
 */
export function openPayment(
  { next, purchaseId }: { next: string; purchaseId: string },
  onPath: (path: string) => void,
): void {
  if (next.startsWith('/')) return onPath(next);
  if (readBridge() === undefined) return globalThis.location.assign(next);
  globalThis.open(next, '_blank', 'noopener');
  onPath(purchasePath(purchaseId));
}

/** Returns the path of the page of a purchase. */
export function purchasePath(id: string): string {
  return `/library?purchase=${id}`;
}
