import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { isUserColumn, readRows, wordsOf, type ExportTable } from './export.tables.ts';

/** Number of rows whose user names are loaded together. */
const BATCH = 200;
/** The names of users, except of those who are closed or block the account ($2). */
const NAMES = {
  name: 'export-names',
  text: `select id, full_name, username from users where id = any($1::uuid[]) and deactivated_at is null
    and id not in (select b.blocker_id from blocks b where b.blocked_id = $2)`,
};

/** The source of a page of the archive. */
export interface PageSource {
  em: EntityManager;
  userId: string;
  table: ExportTable;
  /** Called once with the number of rows, after the last was read. */
  onCount: (rows: number) => void;
}

/** Yields the rows of a table as a JSON array, in parts. */
export async function* jsonOf({ em, userId, table, onCount }: PageSource): AsyncGenerator<string> {
  let rows = 0;
  yield '[';
  for await (const row of readRows(em, table, userId)) {
    yield `${rows === 0 ? '' : ','}\n${JSON.stringify(row, null, 2)}`;
    rows += 1;
  }
  onCount(rows);
  yield '\n]\n';
}

/** Yields the rows of a table as an HTML page, in parts, with users shown by name. */
export async function* htmlOf({ em, userId, table, onCount }: PageSource): AsyncGenerator<string> {
  let rows = 0;
  let batch: Record<string, unknown>[] = [];
  yield `${headOf(table.title)}<p><a href="index.html">All of your data</a></p>\n<h1>${textOf(table.title)}</h1>\n`;
  const flush = async function* () {
    const names = await namesOf({ em, table, userId }, batch);
    for (const row of batch) yield articleOf(table, row, names);
    rows += batch.length;
    batch = [];
  };
  for await (const row of readRows(em, table, userId)) {
    batch.push(row);
    if (batch.length === BATCH) yield* flush();
  }
  yield* flush();
  if (rows === 0) yield '<p>Nothing is stored here.</p>\n';
  onCount(rows);
  yield '</main></body></html>\n';
}

/** Returns the first page of the archive. */
export function indexPage(name: string, madeAt: Date, tables: readonly { table: ExportTable; rows: number }[]): string {
  const lines = tables.map(
    ({ table, rows }) =>
      `<li><a href="${table.name}.html">${textOf(table.title)}</a> <span class="quiet">${rows} ` +
      `${rows === 1 ? 'entry' : 'entries'}, <a href="data/${table.name}.json">JSON</a></span></li>`,
  );
  return `${headOf('Your data')}<h1>Your data on Lyceum</h1>
<p>Everything that is stored about <bdi>${textOf(name)}</bdi>, as of
${textOf(madeAt.toUTCString())}. The pages are for reading. The folder “data” contains the same data for programs, and
the folder “files” contains what you uploaded.</p>
<ul>${lines.join('\n')}</ul></main></body></html>\n`;
}

/** Returns a name for a file in the archive: its unique id and its name without path characters. */
export function fileNameOf({ id, name }: { id: string; name: string }): string {
  return `files/${id}-${name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`;
}

function articleOf(table: ExportTable, row: Record<string, unknown>, names: Map<string, string>): string {
  const lines = table.columns.flatMap((column) => {
    const value = row[column.name];
    if (value === null || value === '') return [];
    const shown =
      isUserColumn(column) && typeof value === 'string'
        ? textOf(names.get(value) ?? 'Unavailable member')
        : valueOf(value);
    return [`<dt>${textOf(labelOf(column.name))}</dt><dd dir="auto">${shown}</dd>`];
  });
  const link =
    table.name === 'files'
      ? `<p><a href="${textOf(encodeURI(fileNameOf({ id: String(row['id']), name: String(row['name']) })))}">Open the file</a></p>`
      : '';
  return `<article><dl>${lines.join('')}</dl>${link}</article>\n`;
}

/** Returns the label of a column; the value of `userId` is shown by name, so its label is "User". */
function labelOf(column: string): string {
  return wordsOf(column.replace(/Id$/, '') || column);
}

function valueOf(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0
      ? '<span class="quiet">none</span>'
      : `<ul>${value.map((item) => `<li>${valueOf(item)}</li>`).join('')}</ul>`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return textOf(`${value}`);
  const lines = Object.entries(value ?? {}).map(
    ([key, inner]) => `<dt>${textOf(labelOf(key))}</dt><dd dir="auto">${inner === null ? '' : valueOf(inner)}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>`;
}

async function namesOf(
  { em, table, userId }: Omit<PageSource, 'onCount'>,
  rows: readonly Record<string, unknown>[],
): Promise<Map<string, string>> {
  const columns = table.columns.filter(isUserColumn);
  const ids = new Set(
    rows.flatMap((row) => columns.map(({ name }) => row[name])).filter((id) => typeof id === 'string'),
  );
  if (ids.size === 0) return new Map();
  const found = await read<{ id: string; full_name: string; username: string }>(em.fork(), NAMES, [[...ids], userId]);
  return new Map(found.map((row) => [row.id, `${row.full_name} (${row.username})`]));
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:48rem;margin:auto;padding:2rem 1rem}
article{border:1px solid;border-radius:8px;padding:1rem;margin:1rem 0}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.25rem 1rem;margin:0}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}.quiet{opacity:.75}`;

function headOf(title: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${textOf(title)} - Lyceum</title><style>${STYLE}</style></head><body><main>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function textOf(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
