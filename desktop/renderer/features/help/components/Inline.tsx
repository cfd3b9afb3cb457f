import type { ReactElement } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import { settingsPathFor } from '../../../lib/page/settings-path.ts';
import { TextLink } from '../../../ui/TextLink.tsx';

const PART = /\[([^\]]+)\]\((\/[^)\s]*)\)|\*\*([^*]+)\*\*/g;

/** A text of an article with its links and strong words. */
export function Inline({ text, role }: { text: string; role: Role }) {
  const parts: ReactElement[] = [];
  let from = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, words, path, strong] = match;
    parts.push(<span key={from}>{text.slice(from, match.index)}</span>);
    from = match.index + whole.length;
    parts.push(
      path === undefined ? (
        <strong key={match.index} className="font-semibold text-text">
          {strong}
        </strong>
      ) : (
        <TextLink key={match.index} to={settingsPathFor(role, path)}>
          {words}
        </TextLink>
      ),
    );
  }
  return (
    <>
      {parts}
      <span>{text.slice(from)}</span>
    </>
  );
}
