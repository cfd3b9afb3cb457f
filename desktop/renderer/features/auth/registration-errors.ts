/** A rejected registration: the server's message, its details, and the messages by field of a validation error. */
export interface RegistrationFailure {
  message: string;
  details?: { field?: string; suggestion?: string } | undefined;
  /** Only for a 400 response with an `errors` field. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The text to show and the field it belongs to. */
interface RegistrationProblem {
  message: string;
  /** Undefined when it is about no single field. */
  field: string | undefined;
}

const MISMATCH = "Passwords don't match";
const TEXTS: Readonly<Record<string, string>> = {
  'Email already exists': 'This email is already registered. Please use a different email or try logging in.',
  'Username already exists': 'This username is already taken. Please choose a different username.',
  [MISMATCH]: "The passwords you entered don't match. Please try again.",
};
const FALLBACK = 'Please check your information and try again.';

/** Returns the text for a server message; a general text for an unknown message. */
export function registrationText({ message, fieldErrors }: RegistrationFailure): string {
  const known = TEXTS[message];
  if (known !== undefined) return known;
  if (fieldErrors?.['confirmPassword']?.includes(MISMATCH)) return TEXTS[MISMATCH] ?? FALLBACK;
  return fieldErrors !== undefined || message.startsWith('Validation') ? message : FALLBACK;
}

/** Returns the problem for a rejected registration; a suggestion from the server replaces the text. */
export function registrationProblem(failure: RegistrationFailure): RegistrationProblem {
  const field = failure.details?.field ?? Object.keys(failure.fieldErrors ?? {})[0];
  return { message: failure.details?.suggestion ?? registrationText(failure), field };
}
