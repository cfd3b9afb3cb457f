import { STATES, STATES_OF_ROLE, type StateName, type StateView } from '#shared/api/analytics-states.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { MetricParts, StateRow } from '../../db/metric-source.ts';
import { NIL_UUID, read, type Reader } from '../../db/read.ts';

/** The learners of the last days of the owner $1, or of the item $2, as the last run counted them. */
const ACTIVE_LEARNERS = {
  name: 'state-active-learners',
  text: `select coalesce((select m.count from metrics_daily m where m.owner_id = $1 and m.metric = 'active-learners'
    and m.day = (select max(r.day) from metric_runs r)
    and m.subject_id = coalesce($2::uuid, '${NIL_UUID}')), 0)::int as value`,
};

/** Whose numbers are loaded. */
interface StatesRequest {
  viewer: { id: string; role: Role };
  parts: readonly MetricParts[];
  item?: string | undefined;
}

/** Loads the numbers of a user that are true now, in the order of the page; of one item those that exist for it. */
export async function loadStates(reader: Reader, { viewer, parts, item }: StatesRequest): Promise<StateView[]> {
  const names = STATES_OF_ROLE[viewer.role].filter((name) => item === undefined || STATES[name].isOfItem);
  const states: StateView[] = [];
  for (const name of names) states.push({ name, value: await loadValue(reader, name, { viewer, parts, item }) });
  return states;
}

async function loadValue(
  reader: Reader,
  name: StateName,
  { viewer, parts, item }: StatesRequest,
): Promise<number | null> {
  if (name === 'active-learners') {
    const [row] = await read<StateRow>(reader, ACTIVE_LEARNERS, [viewer.id, item ?? null]);
    return row?.value ?? 0;
  }
  const counting = parts.flatMap(({ states = {} }) => states[name] ?? [])[0];
  const [row] = counting ? await read<StateRow>(reader, counting, [viewer.id]) : [];
  if (!row) throw new Error(`Nothing counts ${name}.`);
  return row.value;
}
