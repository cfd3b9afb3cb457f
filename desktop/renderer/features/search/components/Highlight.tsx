import { Fragment } from 'react';
import type { TextRange } from '#shared/api/search.ts';

/** Shows a text with the matching ranges highlighted. */
export function Highlight({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  return ranges.length === 0 ? (
    text
  ) : (
    <>
      {ranges.map(([from, to], at) => (
        <Fragment key={from}>
          <span>{text.slice(ranges[at - 1]?.[1] ?? 0, from)}</span>
          <mark className="rounded-xs bg-accent-soft text-text">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      <span>{text.slice(ranges.at(-1)?.[1] ?? 0)}</span>
    </>
  );
}
