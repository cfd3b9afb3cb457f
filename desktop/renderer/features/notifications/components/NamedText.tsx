import type { UserCard } from '#shared/api/users.ts';
import { Name } from '../../../ui/Name.tsx';

/** A sentence with members' names in it, each isolated from the text direction of the sentence. */
export function NamedText({ text, users }: { text: string; users: readonly Pick<UserCard, 'fullName'>[] }) {
  const names = new Set(users.map(({ fullName }) => fullName));
  return splitAt(text, [...names]).map((part, index) =>
    names.has(part) ? <Name key={index}>{part}</Name> : <span key={index}>{part}</span>,
  );
}

/** Splits a text before and after each of the names. */
function splitAt(text: string, [name, ...others]: readonly string[]): string[] {
  if (name === undefined || name === '') return [text];
  const [before = '', ...after] = text.split(name);
  return [before, ...after.flatMap((part) => [name, part])].flatMap((part) =>
    part === name ? [part] : splitAt(part, others),
  );
}
