/** Makes a function that runs `work` once for all calls in one tick: a page of missed events refreshes a list once. */
export function onceATick(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      work();
    });
  };
}
