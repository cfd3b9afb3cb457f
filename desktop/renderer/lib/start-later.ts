/**
 * Starts something once its code is loaded; without the code it never starts. Returns a function that ends it, also
 * before it has started.
 */
export function startLater<Module>(loading: Promise<Module>, start: (module: Module) => () => void): () => void {
  let isEnded = false;
  let end = (): void => void (isEnded = true);
  loading.then(
    (module) => isEnded || (end = start(module)),
    () => undefined,
  );
  return () => end();
}
