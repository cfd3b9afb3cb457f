import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { loadBytes } from '../../lib/http/file-bytes.ts';
import { formatBytes } from '../../lib/page/bytes.ts';
import { decodeText, parseTable } from './decode-text.ts';
import { useContentFocus } from './focus-area.ts';
import { problemOf } from './load-problem.ts';
import { Opening } from './Opening.tsx';
import { readerKindOf, type ViewerProps } from './reader-file.ts';

/** How much of a text is shown, in bytes; more would make the page slow. */
const SHOWN_MAX_BYTES = 2 * 1024 * 1024;
const ROWS_MAX = 1_000;
const COLUMNS_MAX = 50;

/** A text in a readable width, or the rows of a CSV or TSV file as a table. */
export function TextViewer(props: ViewerProps) {
  const { file, url, onProblem } = props;
  const text = useText(props);
  if (text === null) return <Opening />;
  const isCut = file.size > SHOWN_MAX_BYTES;
  return (
    <Scroller key={url} {...props} onProblem={onProblem}>
      {readerKindOf(file.type) === 'table' ? (
        <Table text={text} separator={file.type === 'text/csv' ? ',' : '\t'} name={file.name} />
      ) : (
        <pre dir="auto" className="mx-auto max-w-[70ch] font-sans leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      )}
      {isCut && (
        <p className="mt-4 text-text-muted">
          {`These are the first ${formatBytes(SHOWN_MAX_BYTES)} of ` +
            `${formatBytes(file.size)}. Download the file to read the rest.`}
        </p>
      )}
    </Scroller>
  );
}

function useText({ file, url, onProblem }: ViewerProps): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      const end = Math.min(file.size, SHOWN_MAX_BYTES);
      const bytes = end === 0 ? new Uint8Array() : await loadBytes(url, { range: { start: 0, end }, signal });
      setText(decodeText(bytes));
    };
    load().catch((error: unknown) => {
      const problem = problemOf(error);
      if (problem) onProblem(problem);
    });
    return () => controller.abort();
  }, [file.size, url, onProblem]);
  return text;
}

/** Scrolls its content and reports the share that is above the upper edge. */
function Scroller({ file, position, isFocused, onPlace, children }: ViewerProps & { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  useContentFocus(scroller, isFocused);
  const report = (): void => {
    const element = scroller.current;
    if (!element) return;
    const rangePx = element.scrollHeight - element.clientHeight;
    const percent = rangePx <= 1 ? 1 : Math.min(1, element.scrollTop / rangePx);
    onPlace({ position: percent.toFixed(4), percent });
  };
  useEffect(() => {
    const element = scroller.current;
    const share = Number(position);
    if (element && share > 0) element.scrollTop = share * (element.scrollHeight - element.clientHeight);
    report();
    // Once, when the text is first shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, []);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={file.name}
      tabIndex={0}
      onScroll={report}
      className="min-h-0 flex-1 overflow-auto px-5 py-4 focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  );
}

function Table({ text, separator, name }: { text: string; separator: string; name: string }) {
  const [head = [], ...rows] = useMemo(() => parseTable(text, separator, ROWS_MAX + 1), [text, separator]);
  const columns = Math.min(COLUMNS_MAX, Math.max(head.length, ...rows.map((row) => row.length)));
  const indexes = Array.from({ length: columns }, (_, index) => index);
  const isCut = rows.length >= ROWS_MAX || head.length > COLUMNS_MAX;
  return (
    <>
      <table className="border-collapse text-small">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {indexes.map((column) => (
              <th key={column} scope="col" className="border border-border bg-surface-sunken px-2 py-1 text-start">
                {head[column] === undefined || head[column] === '' ? `Column ${String(column + 1)}` : head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity and never move
            <tr key={index}>
              {indexes.map((column) => (
                <td key={column} dir="auto" className="border border-border px-2 py-1 align-top">
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className="mt-3 text-text-muted">
          At most {ROWS_MAX} rows and {COLUMNS_MAX} columns are shown. Download the file to see all.
        </p>
      )}
    </>
  );
}
