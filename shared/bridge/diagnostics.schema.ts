import * as z from 'zod/mini';
import type { DiagnosticsCalls } from './diagnostics.ts';

const TEXT_MAX_CHARS = 500;
const SECTIONS_MAX = 20;
const ROWS_MAX = 50;

const text = z.string('A value is a text.').check(z.maxLength(TEXT_MAX_CHARS, 'The text is too long.'));
const none = z.tuple([]);

/** Arguments of the calls about the diagnostics. */
export const diagnosticsArguments = {
  getDiagnostics: none,
  exportDiagnostics: z.tuple([
    z.enum(['json', 'text'], 'Choose json or text.'),
    z
      .array(
        z.strictObject({
          title: text,
          rows: z.array(z.strictObject({ name: text, value: text })).check(z.maxLength(ROWS_MAX)),
        }),
      )
      .check(z.maxLength(SECTIONS_MAX)),
  ]),
  openDiagnostics: none,
  takeDiagnosticsRequest: none,
} as const satisfies Record<keyof DiagnosticsCalls, z.ZodMiniType>;
