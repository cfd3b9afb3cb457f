/** The clock that schemas compare times with. The server replaces it by the clock of its database. */
export const clock = { now: (): number => Date.now() };
