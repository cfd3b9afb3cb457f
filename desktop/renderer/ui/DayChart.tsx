import { useState, type KeyboardEvent } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';

/** A value per day; `previous` is that of the same position in the period before. */
export interface ChartDay {
  /** Short name of the day at the axis. */
  name: string;
  value: number;
  previous: number | null;
  /** True when something happened that the page lists. */
  isMarked: boolean;
}

interface DayChartProps {
  /** Names the graph for screen readers. */
  label: string;
  days: readonly ChartDay[];
  /** Describes a day in words: the value, the one before, and what happened. */
  describe: (at: number) => string;
  formatValue: (value: number) => string;
}

const HEIGHT = 260;
/** The size until the browser has measured the place. */
const FIRST_SIZE = { width: 600, height: HEIGHT };
const MARGIN = { top: 12, right: 12, bottom: 0, left: 0 };
const TICK = { fill: 'var(--text-muted)', fontSize: 12 };
const WEEK = 7;

/** Where a key moves from a day; null for all other keys. */
function moveBy(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + WEEK,
    PageDown: at - WEEK,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), last);
}

/**
 * A graph of one number per day: an area, and a dashed line for the period before. The days are reached by mouse, by
 * touch and, as in a slider, by arrow keys, Page Up and Down by a week, Home and End; the chosen day is described above
 * the graph.
 */
export function DayChart({ label, days, describe, formatValue }: DayChartProps) {
  const last = days.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? last, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveBy(event.key, at, last);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div>
      <p aria-hidden="true" className="mb-2 min-h-5 text-small text-text-muted tabular-nums">
        {describe(at)}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Use the arrow keys to move from day to day.`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={describe(at)}
        className="rounded-md"
        onKeyDown={onKeyDown}
        onFocus={() => setChosen(at)}
      >
        <div aria-hidden="true" style={{ height: HEIGHT }}>
          <Drawing days={days} at={chosen === null ? null : at} formatValue={formatValue} onChoose={setChosen} />
        </div>
      </div>
    </div>
  );
}

interface DrawingProps extends Pick<DayChartProps, 'days' | 'formatValue'> {
  at: number | null;
  onChoose: (at: number) => void;
}

function Drawing({ days, at, formatValue, onChoose }: DrawingProps) {
  const data = days.map((day, index) => ({ ...day, index }));
  const chosen = at === null ? undefined : days[at];
  const choose = ({ activeTooltipIndex: index }: { activeTooltipIndex?: unknown }): void => {
    if (index !== undefined && index !== null && Number.isInteger(Number(index))) onChoose(Number(index));
  };
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={FIRST_SIZE}>
      <ComposedChart
        data={data}
        margin={MARGIN}
        accessibilityLayer={false}
        onMouseMove={choose}
        onTouchStart={choose}
        onTouchMove={choose}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="index"
          type="category"
          tickFormatter={(index: number) => days[index]?.name ?? ''}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--border-strong)' }}
          minTickGap={28}
          interval="preserveStartEnd"
          padding={{ left: 8, right: 8 }}
        />
        <YAxis
          width={48}
          allowDecimals={false}
          tickFormatter={formatValue}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          domain={[0, (max: number) => Math.max(max, 1)]}
        />
        {data
          .filter(({ isMarked }) => isMarked)
          .map(({ index }) => (
            <ReferenceLine
              key={index}
              x={index}
              stroke="var(--text-muted)"
              strokeDasharray="1 4"
              strokeLinecap="round"
            />
          ))}
        <Area
          dataKey="value"
          type="linear"
          stroke="var(--accent-text)"
          strokeWidth={2}
          fill="var(--accent-soft)"
          fillOpacity={0.7}
          dot={days.length <= 31 ? { r: 2.5, fill: 'var(--accent-text)', strokeWidth: 0, fillOpacity: 1 } : false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="previous"
          type="linear"
          stroke="var(--text-muted)"
          strokeWidth={1.5}
          strokeDasharray="5 4"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        {chosen && at !== null && <ReferenceLine x={at} stroke="var(--border-strong)" />}
        {chosen && at !== null && (
          <ReferenceDot
            x={at}
            y={chosen.value}
            r={5}
            fill="var(--surface-raised)"
            stroke="var(--accent-text)"
            strokeWidth={2}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
