import { expect, test } from 'vitest';
import { registrationMessage, registrationText } from './registration-errors.ts';

test.each([
  ['Email already exists', 'This email is already registered. Please use a different email or try logging in.'],
  ['Username already exists', 'This username is already taken. Please choose a different username.'],
  ['Validation error: email is invalid', 'Validation error: email is invalid'],
  ['Validation failed', 'Validation failed'],
  ["Passwords don't match", "The passwords you entered don't match. Please try again."],
  ['Something else', 'Please check your information and try again.'],
  ['', 'Please check your information and try again.'],
])('%j is shown as %j', (message, text) => {
  expect(registrationMessage({ message })).toBe(text);
});

test('a suggestion replaces the message', () => {
  const suggestion = 'This username is already taken. “ada2” is free.';
  const failure = { message: 'Username already exists', details: { field: 'username', suggestion } };
  expect(registrationMessage(failure)).toBe(suggestion);
  expect(registrationText(failure)).toBe('This username is already taken. Please choose a different username.');
});

test('a validation error has its own message', () => {
  const failure = { message: 'The form is wrong', fieldErrors: { email: ['Enter an email address'] } };
  expect(registrationMessage(failure)).toBe('The form is wrong');
});

test('a mismatch among the fields has its own text', () => {
  const failure = { message: 'Validation failed', fieldErrors: { confirmPassword: ["Passwords don't match"] } };
  expect(registrationMessage(failure)).toBe("The passwords you entered don't match. Please try again.");
});
