/**
 * What is known about a refused registration: the server's message, its details, and messages by field when it was a
 * validation error.
 */
export interface RegistrationFailure {
  message: string;
  details?: { field?: string; suggestion?: string } | undefined;
  /** Only for a 400 with an errors field. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What the person registering reads, and where it belongs. */
export interface RegistrationProblem {
  message: string;
  /** Name of the field it is about; undefined when it is about none. */
  field: string | undefined;
}

const MISMATCH = "Passwords don't match";
const TEXTS: Readonly<Record<string, string>> = {
  'Email already exists': 'This email is already registered. Please use a different email or try logging in.',
  'Username already exists': 'This username is already taken. Please choose a different username.',
  [MISMATCH]: "The passwords you entered don't match. Please try again.",
};
const OTHERWISE = 'Please check your information and try again.';

/** The text for one server message, before a suggestion replaces it. Source: spec section 5. */
export function registrationText({ message, fieldErrors }: RegistrationFailure): string {
  const known = TEXTS[message];
  if (known !== undefined) return known;
  if (fieldErrors?.['confirmPassword']?.includes(MISMATCH)) return TEXTS[MISMATCH] ?? OTHERWISE;
  return fieldErrors !== undefined || message.startsWith('Validation') ? message : OTHERWISE;
}

/** The notice for a refused registration; a suggestion of the server replaces the text. Source: spec section 5. */
export function registrationProblem(failure: RegistrationFailure): RegistrationProblem {
  const field = failure.details?.field ?? Object.keys(failure.fieldErrors ?? {})[0];
  return { message: failure.details?.suggestion ?? registrationText(failure), field };
}
