import { CALL_SHORTCUTS, CHAT_SHORTCUTS, NOTIFICATION_SHORTCUTS } from '../shortcut-lists.ts';
import { GENERAL_SHORTCUTS, GO_TO_SHORTCUTS } from '../shortcuts.ts';

interface ShortcutsTableProps {
  /** Returns whether the member may open a path; go-to keys of other paths are left out. */
  isAllowed?: ((path: string) => boolean) | undefined;
  /** Level of the group headings. */
  level?: 2 | 3 | undefined;
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-border bg-surface-sunken px-1.5 font-sans text-xs font-medium text-text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

function Rows({
  title,
  rows,
  level,
}: {
  title: string;
  rows: readonly { keys: readonly string[]; label: string }[];
  level: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section>
      <Heading className="mb-1 text-small font-medium text-text-muted">{title}</Heading>
      <dl className="divide-y divide-border">
        {rows.map(({ keys, label }) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All keyboard shortcuts, in groups; those of calls are left out for members who have no calls. */
export function ShortcutsTable({ isAllowed = () => true, level = 3 }: ShortcutsTableProps) {
  const goTo = GO_TO_SHORTCUTS.filter(({ path }) => isAllowed(path));
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      <Rows
        level={level}
        title="Go to"
        rows={goTo.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label }))}
      />
      <div className="space-y-6">
        <Rows level={level} title="Everywhere" rows={Object.values(GENERAL_SHORTCUTS)} />
        <Rows level={level} title="In chat" rows={CHAT_SHORTCUTS} />
        {isAllowed('/chat') && <Rows level={level} title="In calls" rows={CALL_SHORTCUTS} />}
        <Rows level={level} title="In notifications" rows={NOTIFICATION_SHORTCUTS} />
      </div>
    </div>
  );
}
