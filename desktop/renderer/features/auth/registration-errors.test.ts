import { expect, test } from 'vitest';
import { registrationProblem, registrationText } from './registration-errors.ts';

test.each([
  ['Email already exists', 'This email is already registered. Please use a different email or try logging in.'],
  ['Username already exists', 'This username is already taken. Please choose a different username.'],
  ['Validation error: email is invalid', 'Validation error: email is invalid'],
  ['Validation failed', 'Validation failed'],
  ["Passwords don't match", "The passwords you entered don't match. Please try again."],
  ['Something else', 'Please check your information and try again.'],
  ['', 'Please check your information and try again.'],
])('%j is shown as %j', (message, text) => {
  expect(registrationProblem({ message })).toEqual({ message: text, field: undefined });
});

test('a suggestion replaces the message, not the field', () => {
  const failure = { message: 'Username already exists', details: { field: 'username', suggestion: 'ada2' } };
  expect(registrationProblem(failure)).toEqual({ message: 'ada2', field: 'username' });
  expect(registrationText(failure)).toBe('This username is already taken. Please choose a different username.');
});

test('a validation error has its own message and its first field', () => {
  expect(
    registrationProblem({ message: 'The form is wrong', fieldErrors: { email: ['Enter an email address'] } }),
  ).toEqual({
    message: 'The form is wrong',
    field: 'email',
  });
});

test('a mismatch among the fields has its own text', () => {
  const failure = { message: 'Validation failed', fieldErrors: { confirmPassword: ["Passwords don't match"] } };
  expect(registrationProblem(failure)).toEqual({
    message: "The passwords you entered don't match. Please try again.",
    field: 'confirmPassword',
  });
});
