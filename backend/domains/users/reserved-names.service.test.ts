import { expect, it } from 'vitest';
import { isReservedUsername, refuseReservedName } from './reserved-names.service.ts';

it.each([
  'admin',
  'Admin',
  'adm1n',
  '4dmin',
  'support',
  'lyceum',
  'Lyceum',
  'lyceum.support',
  'the-lyceum-team',
  'r00t',
])('reserves the username %s', (name) => expect(isReservedUsername(name)).toBe(true));

it.each(['ali', 'sadmina', 'helpful.hana', 'lyceumstudent', 'mary.lyceum', 'teamo', 'rooty', 'modesta'])(
  'leaves the username %s to members',
  (name) => expect(isReservedUsername(name)).toBe(false),
);

it.each([
  'Lyceum Support Team',
  'LYCEUM',
  'Administrator',
  'Lyceum\u00a0Security',
  'Lусeum Support',
  'Ｌyceum Staff',
  'Lycéum Team',
])('reserves the name %s', (name) => expect(() => refuseReservedName(name)).toThrow('Validation'));

it.each(['Win at https://evil.example/x', 'Official scholarship: pay at evil.example', 'www.evil.example'])(
  'refuses the link in the name %s',
  (name) => expect(() => refuseReservedName(name)).toThrow('Validation'),
);

it.each([
  'Ana Ruiz',
  'J.R. Smith',
  'J.Smith',
  'Dr.Ruiz',
  'St. Mary’s School',
  'Lycée Molière',
  'Supporta Teami',
  'Root Vegetable Society',
  'محمد',
  '李小龍',
  'Петр Лицей',
])('leaves the name %s to members', (name) => expect(() => refuseReservedName(name)).not.toThrow());
