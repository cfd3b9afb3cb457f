import { describe, expect, it } from 'vitest';
import { registerSchema } from './api/auth.schema.ts';
import { commentSchemas } from './api/comments.schema.ts';
import { postSchemas } from './api/posts.schema.ts';
import { editProfileSchema } from './api/users.schema.ts';

const account = {
  username: 'ana',
  email: 'ana@example.org',
  role: 'student',
  password: 'long enough',
  confirmPassword: 'long enough',
};
const isName = (fullName: string) => [
  registerSchema.safeParse({ ...account, fullName }).success,
  editProfileSchema.safeParse({ fullName }).success,
];
const study = { institution: 'Northfield', degree: '', field: '', start: '2020-01', end: null, description: '' };

describe('a name', () => {
  it.each([
    ['a zero-width space and joiner', '\u200b\u200d'],
    ['blank letters', '\u3164\u115f'],
    ['a blank Braille pattern', '\u2800'],
    ['a soft hyphen', '\u00ad'],
    ['tag characters', '\u{e0041}\u{e0042}'],
    ['marks without a letter', '\u0300\u0301'],
    ['text turned around', 'Ana \u202egnp.exe'],
    ['an isolate that is never closed', 'Ana \u2067'],
    ['a line break', 'Ana\r\nBcc: ben@example.org'],
    ['a line separator', 'Ana\u2028Ruiz'],
    ['a tower of marks', `Z${'\u0335'.repeat(40)}`],
  ])('that is %s is rejected at registration and in the profile', (_what, name) => {
    expect(isName(name)).toEqual([false, false]);
  });

  it.each(['Ana Ruiz', 'نازنین\u200cزهرا', 'שִׁירָה', 'O’Brien-Łukasz', '李小龍', 'དབྱངས་ཅན', 'Z̴o̷e', '🌱', 'X Æ A-12'])(
    'as %s is accepted',
    (name) => {
      expect(isName(name)).toEqual([true, true]);
    },
  );
});

it('a field of a profile entry is one line', () => {
  const of = (institution: string) =>
    editProfileSchema.safeParse({ educationData: [{ ...study, institution }] }).success;
  expect([of('Northfield'), of('\u202eNorthfield'), of('North\nfield'), of('\u200b')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('a post and a comment contain visible text, on any number of lines', () => {
  const postId = '01a1fd2d-ec8f-7772-9090-baf977506bc3';
  for (const [content, isAccepted] of [
    ['One\nTwo', true],
    ['👋', true],
    ['\u200b\u200d', false],
    ['\u2800', false],
  ] as const) {
    expect(postSchemas.createPost.body.safeParse({ content }).success).toBe(isAccepted);
    expect(commentSchemas.createComment.body.safeParse({ postId, content }).success).toBe(isAccepted);
  }
});
