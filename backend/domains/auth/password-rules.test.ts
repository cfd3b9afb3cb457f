import { expect, it } from 'vitest';
import { refuseWeakPassword } from './password-rules.ts';

const ANA = {
  username: 'ana.ruiz',
  email: 'a.ruiz-lopez@example.org',
  fullName: 'Ana María Ruiz',
  institution: 'Northfield University',
};

it.each(['password', '12345678', 'qwertyuiop', 'Password1', 'TRUSTNO1', 'p@ssw0rd'])(
  'refuses %s, one of the most common',
  (password) => expect(() => refuseWeakPassword(password, ANA)).toThrow('Validation'),
);

it.each(['lyceum2026', 'ana.ruiz1', 'Northfield1!', 'maría-2026', 'a.ruiz-lopez', 'LyceumLyceum', 'university99'])(
  'refuses %s, which others guess first',
  (password) => expect(() => refuseWeakPassword(password, ANA)).toThrow('Validation'),
);

it.each(['correct horse', 'a long test password', 'ana likes brown bread', 'тихий омут у реки', '9f8e7d6c5b4a'])(
  'accepts %s',
  (password) => expect(() => refuseWeakPassword(password, ANA)).not.toThrow(),
);
