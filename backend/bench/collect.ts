/**
 * Loaded before a bench's server: a signal runs the garbage collector, so that memory can be compared, and the server
 * ends with the bench.
 */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
process.once('disconnect', () => process.exit(1));
