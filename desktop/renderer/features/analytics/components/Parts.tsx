import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import type { Elements } from '../../../ui/elements.ts';

const CELL = 'py-1 ps-3 text-end align-top whitespace-nowrap tabular-nums';

interface PartsProps {
  title: string;
  /** What is below the title. */
  text?: Elements;
  /** What is beside the title. */
  action?: Elements;
  /** The headings of the columns; two are for screen readers, three are shown. */
  columns: readonly [string, string] | readonly [string, string, string];
  /** `extra` is the cell of the second of three columns. */
  parts: readonly { key: string; name: ReactNode; count: number; extra?: string }[];
  /** The value whose bar is full. */
  whole: number;
  format: (count: number) => string;
}

/** A number in parts, with a bar for each. */
export function Parts({ title, text, action, columns, parts, whole, format }: PartsProps) {
  const id = useId();
  const hasExtra = columns.length === 3;
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {text}
      <table className="mt-2 w-full text-small">
        <thead className={hasExtra ? 'text-text-muted' : 'sr-only'}>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={clsx('font-medium', at === 0 ? 'text-start' : 'ps-3 text-end')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, name, count, extra }) => (
            <tr key={key}>
              <th scope="row" className="w-full max-w-0 py-1 pe-4 text-start font-normal">
                <span className="block truncate">{name}</span>
                <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-surface-sunken">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${String((100 * count) / whole)}%` }}
                  />
                </span>
              </th>
              {hasExtra && <td className={CELL}>{extra}</td>}
              <td className={CELL}>{format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
