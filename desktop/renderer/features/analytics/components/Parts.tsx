import { useId, type ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';

interface PartsProps {
  title: string;
  /** What is below the title. */
  text?: ReactNode;
  /** The headings of the two columns, for screen readers. */
  columns: readonly [string, string];
  parts: readonly { key: string; name: ReactNode; count: number }[];
  /** The value whose bar is full. */
  whole: number;
  format: (count: number) => string;
}

/** A number in parts, with a bar for each. */
export function Parts({ title, text, columns, parts, whole, format }: PartsProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {text}
      <table className="mt-2 w-full text-small">
        <thead className="sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, name, count }) => (
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
              <td className="py-1 text-end align-top whitespace-nowrap tabular-nums">{format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
