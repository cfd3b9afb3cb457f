/** Loaded before a server of a bench: a signal throws away what nobody holds any more, so that memory can be compared. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
