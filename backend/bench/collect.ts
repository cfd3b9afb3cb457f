/** Loaded before a bench's server: a signal runs the garbage collector, so that memory can be compared. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
