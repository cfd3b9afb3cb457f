import { invalidField } from '../../http/app-error.ts';

/** Names of the product, of its operators, and of addresses that a domain must have (RFC 2142). */
const RESERVED = new Set(
  (
    'lyceum admin administrator root system superuser operator operators owner staff team moderator moderators mod ' +
    'mods support help helpdesk contact info official security abuse postmaster hostmaster webmaster noreply mail ' +
    'billing sales legal privacy safety trust verification verified api www me everyone all here'
  ).split(' '),
);
/** Those of them that no person is called. */
const RESERVED_FULL = new Set('lyceum admin administrator moderator operator support system root'.split(' '));
/** What makes a name with the product's name look like that of an operator. */
const OF_STAFF = /support|team|staff|admin|moderat|operator|official|security|help|safety|verif|service/;

/** Digits and signs that are read as letters. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a' };
/** Cyrillic and Greek letters that look like Latin ones (Unicode confusables). */
const FOREIGN = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    ԁ: 'd',
    ӏ: 'l',
  }).concat(
    Object.entries({ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', м: 'm', т: 't' }),
  ),
);

/** Returns whether a username is one of the product or its operators, or looks like one ("4dmin", "lyceum-support"). */
export function isReservedUsername(username: string): boolean {
  const plain = readAs(username);
  return RESERVED.has(plain) || isOfStaff(plain);
}

/** Text that programs turn into a link; a name after a dot begins with a capital: "J.Smith", "Dr.Ruiz". */
const LINK = /:\/\/|www\.|[\p{L}\p{N}-]\.\p{Ll}{2,}/u;

/**
 * Refuses a full name that looks like that of an operator, "Lyceum Support Team", or contains a link: names are part of
 * emails. @throws AppError VALIDATION.
 */
export function refuseReservedName(fullName: string): void {
  if (LINK.test(fullName)) throw invalidField('fullName', 'A name cannot contain a link');
  const plain = readAs(fullName);
  if (RESERVED_FULL.has(plain) || isOfStaff(plain))
    throw invalidField('fullName', 'This name is reserved for the operators of Lyceum. Enter your own name.');
}

function isOfStaff(plain: string): boolean {
  const [before, after] = plain.split('lyceum');
  return after !== undefined && OF_STAFF.test(`${before} ${after}`);
}

/** A name as it is read at a glance: in lower case, without accents, separators and lookalikes. */
function readAs(name: string): string {
  const letters = Array.from(name.normalize('NFKD').toLowerCase(), (letter) => FOREIGN.get(letter) ?? letter);
  return letters
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
