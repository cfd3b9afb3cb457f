/** Makes a function that runs `work` once for all calls in one tick: a page of missed events refreshes a list once. */
export function onceATick(work: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      work();
    });
  };
}
