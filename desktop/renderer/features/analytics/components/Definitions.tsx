interface DefinitionsProps {
  title: string;
  numbers: readonly { name: string; label: string; definition: string }[];
}

/** What numbers without a card mean; closed at first. */
export function Definitions({ title, numbers }: DefinitionsProps) {
  return (
    <details className="mt-2 text-small text-text-muted">
      <summary className="w-fit rounded-sm">{title}</summary>
      <dl className="mt-1 space-y-1">
        {numbers.map(({ name, label, definition }) => (
          <div key={name}>
            <dt className="font-medium">{label}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
