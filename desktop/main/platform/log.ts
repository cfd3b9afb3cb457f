import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../core/redact.ts';

const MAX_BYTES = 1_000_000;
const FILES = 5;
const LINE_MAX_CHARS = 2_000;
const TAIL_BYTES = 64_000;

/** The log of main: redacted lines in files of limited size. */
export interface Log {
  write: (level: 'info' | 'warn' | 'error', message: string) => void;
  /** Returns the last lines, oldest first; empty when there are none. */
  tail: (lines: number) => string;
}

/**
 * Opens the log in a folder: `main.log`, and up to four older files of 1 MB. Every line is redacted before it is
 * written. A disk that is full or cannot be written never stops the app.
 */
export function openLog(folder: string, now: () => Date = () => new Date()): Log {
  const file = (age: number): string => join(folder, age === 0 ? 'main.log' : `main.${String(age)}.log`);
  let bytes = sizeOf(file(0));
  const rotate = (): void => {
    rmSync(file(FILES - 1), { force: true });
    for (let age = FILES - 2; age >= 0; age -= 1) if (existsSync(file(age))) renameSync(file(age), file(age + 1));
    bytes = 0;
  };
  return {
    write: (level, message) => {
      try {
        const text = redact(message).replaceAll('\n', '\n  ').slice(0, LINE_MAX_CHARS);
        const line = `${now().toISOString()} ${level} ${text}\n`;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (bytes + Buffer.byteLength(line) > MAX_BYTES) rotate();
        appendFileSync(file(0), line, { mode: 0o600 });
        bytes += Buffer.byteLength(line);
      } catch {
        // There is no other place to report it.
      }
    },
    tail: (lines) =>
      [file(1), file(0)]
        .map((name) => readEnd(name))
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .slice(-lines)
        .join('\n'),
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function readEnd(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-TAIL_BYTES);
  } catch {
    return '';
  }
}
