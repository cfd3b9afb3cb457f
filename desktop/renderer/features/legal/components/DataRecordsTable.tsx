import { DATA_RECORDS } from '../data-records.ts';

const COLUMNS = ['Why', 'How long', 'Who sees it'] as const;

/**
 * All tables of the database with their content, its purpose, retention and visibility. Rows become cards in a narrow
 * window.
 */
export function DataRecordsTable() {
  return (
    <table aria-label="Data we store" className="block w-full text-start sm:table">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="sm:border-b sm:border-border-strong">
          <th scope="col" className="py-2 pe-4 text-start font-semibold sm:w-[34%]">
            What
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-2 pe-4 text-start font-semibold last:pe-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {DATA_RECORDS.map((record) => (
          <tr key={record.table} className="block border-b border-border py-4 align-top sm:table-row">
            <th scope="row" className="block pb-1 text-start font-normal sm:table-cell sm:py-3.5 sm:pe-4">
              <span className="font-medium text-text">{record.title}</span>{' '}
              <code className="font-mono text-xs text-text-muted">{record.table}</code>
              <span className="mt-0.5 block text-small text-text-muted">{record.content}</span>
            </th>
            {[record.purpose, record.retention, record.visibility].map((cell, index) => (
              <td key={COLUMNS[index]} className="block pt-1.5 text-small sm:table-cell sm:py-3.5 sm:pe-4 sm:last:pe-0">
                <span aria-hidden="true" className="font-medium text-text-muted sm:hidden">
                  {`${COLUMNS[index] ?? ''}: `}
                </span>
                <span>{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
