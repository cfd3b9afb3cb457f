/** Calls `again` when the network is back or the page is visible again. Returns a function that ends it. */
export function followWakeUps(again: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && again();
  window.addEventListener('online', again);
  window.addEventListener('focus', again);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', again);
    window.removeEventListener('focus', again);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
