/** Arguments of the command line. */
export const START_ARGUMENTS = {
  /** Opens no window; used at login. */
  hidden: '--hidden',
  /** Default settings and no hardware acceleration, for this run. */
  safeMode: '--safe-mode',
  /** No hardware acceleration; used after a crash of the graphics process. */
  softwareRendering: '--software-rendering',
} as const;

/** How the app was started. */
export interface StartOptions {
  isHidden: boolean;
  isSafeMode: boolean;
  isSoftwareRendering: boolean;
}

/** Reads the arguments of the command line; unknown ones are ignored. In safe mode a window always opens. */
export function readStartOptions(argv: readonly string[]): StartOptions {
  const isSafeMode = argv.includes(START_ARGUMENTS.safeMode);
  return {
    isHidden: argv.includes(START_ARGUMENTS.hidden) && !isSafeMode,
    isSafeMode,
    isSoftwareRendering: isSafeMode || argv.includes(START_ARGUMENTS.softwareRendering),
  };
}

/** Returns the arguments of a restart: the former ones without the executable, with one added. */
export function restartArguments(argv: readonly string[], added: string): string[] {
  // A restart opens the window that the member was looking at.
  return [...argv.slice(1).filter((argument) => argument !== added && argument !== START_ARGUMENTS.hidden), added];
}
