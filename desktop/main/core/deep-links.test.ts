import { describe, expect, it } from 'vitest';
import { findLink, parseLink } from './deep-links.ts';

const ID = '0198c1de-1f2a-7b3c-8d4e-5f6071829304';

describe('parseLink', () => {
  it.each(['profile', 'post', 'course', 'chat', 'call'] as const)('reads a link to a %s', (kind) => {
    expect(parseLink(`lyceum://${kind}/${ID}`)).toEqual({ kind, id: ID });
  });

  it.each([
    ['a slash at the end', `lyceum://profile/${ID}/`],
    ['upper case', `LYCEUM://Profile/${ID.toUpperCase()}`],
  ])('accepts %s', (_what, text) => {
    expect(parseLink(text)).toEqual({ kind: 'profile', id: ID });
  });

  it.each([
    ['nothing', ''],
    ['another scheme', `https://profile/${ID}`],
    ['an unknown kind', `lyceum://settings/${ID}`],
    ['a name that every object has', `lyceum://constructor/${ID}`],
    ['no slashes', `lyceum:profile/${ID}`],
    ['a third slash', `lyceum:///profile/${ID}`],
    ['no id', 'lyceum://profile/'],
    ['an id of another form', 'lyceum://profile/1'],
    ['a longer id', `lyceum://profile/${ID}0`],
    ['a query', `lyceum://call/${ID}?type=video`],
    ['a fragment', `lyceum://call/${ID}#now`],
    ['more path', `lyceum://profile/${ID}/edit`],
    ['a path that goes up', `lyceum://profile/../post/${ID}`],
    ['credentials', `lyceum://me:secret@profile/${ID}`],
    ['a port', `lyceum://profile:80/${ID}`],
    ['escaped characters', `lyceum://profile/%30${ID.slice(1)}`],
    ['a space', `lyceum://profile/${ID} `],
    ['a line end', `lyceum://profile/${ID}\n`],
    ['a switch of Chromium', `lyceum://profile/${ID}" --inspect=9229 "`],
    ['a script', 'lyceum://javascript:alert(1)'],
    ['very much text', `lyceum://profile/${'a'.repeat(100_000)}`],
  ])('refuses %s', (_what, text) => {
    expect(parseLink(text)).toBeNull();
  });
});

describe('findLink', () => {
  const link = `lyceum://chat/${ID}`;
  it.each([
    ['the only argument', ['lyceum', link]],
    ['a link after switches', ['lyceum', '--allow-file-access-from-files', '--hidden', link]],
    ['a link in a development start', ['electron', '.', link]],
  ])('finds %s', (_what, argv) => {
    expect(findLink(argv)).toEqual({ kind: 'chat', id: ID });
  });

  it.each([
    ['no link', ['lyceum', '--hidden']],
    ['two links', ['lyceum', link, link]],
    ['a valid and an invalid link', ['lyceum', link, 'lyceum://settings']],
    ['a hidden second link', ['lyceum', link, ` Lyceum:${link}`]],
    ['the program itself', [link]],
    ['an invalid link', ['lyceum', 'lyceum://call']],
    ['an empty start', []],
  ])('finds nothing in %s', (_what, argv) => {
    expect(findLink(argv)).toBeNull();
  });
});
