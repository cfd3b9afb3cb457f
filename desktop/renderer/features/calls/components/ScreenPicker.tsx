import { AppWindow, Monitor } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ScreenSource } from '#shared/bridge/media.ts';
import { Button } from '../../../ui/Button.tsx';
import { PromptPage } from './PromptPage.tsx';

interface ScreenPickerProps {
  sources: readonly ScreenSource[];
  /** The id of the chosen source; null for none. */
  onChoose: (sourceId: string | null) => void;
}

/** Asks which screen or window is shared. */
export function ScreenPicker({ sources, onChoose }: ScreenPickerProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  };
  return (
    <PromptPage title="Share your screen" text="The other member sees all that the screen or window shows.">
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col gap-4">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-1">
          {sources.length === 0 && (
            <p>
              There is nothing that can be shared. The privacy settings of this computer may not let Lyceum record the
              screen.
            </p>
          )}
          {(['screen', 'window'] as const).map((type) => (
            <SourceGroup
              key={type}
              title={type === 'screen' ? 'Screens' : 'Windows'}
              sources={sources.filter((source) => source.type === type)}
              chosen={chosen}
              onChange={setChosen}
            />
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onChoose(null)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={chosen === null}>
            Share
          </Button>
        </div>
      </form>
    </PromptPage>
  );
}

interface SourceGroupProps {
  title: string;
  sources: readonly ScreenSource[];
  chosen: string | null;
  onChange: (id: string) => void;
}

function SourceGroup({ title, sources, chosen, onChange }: SourceGroupProps) {
  if (sources.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{title}</legend>
      <div className="grid grid-cols-3 gap-3">
        {sources.map((source) => (
          <label
            key={source.id}
            className="flex min-w-0 cursor-pointer flex-col gap-2 rounded-md border border-border bg-surface-raised p-2 hover:border-border-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus-ring"
          >
            <input
              type="radio"
              name="source"
              className="sr-only"
              checked={chosen === source.id}
              onChange={() => onChange(source.id)}
            />
            <SourceImage source={source} />
            <span className="truncate text-small" dir="auto" title={source.name}>
              {source.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SourceImage({ source: { image, type } }: { source: ScreenSource }) {
  const Icon = type === 'screen' ? Monitor : AppWindow;
  return (
    <span className="flex aspect-video items-center justify-center overflow-hidden rounded-sm bg-surface-sunken">
      {image === '' ? (
        <Icon className="size-8 text-text-muted" />
      ) : (
        <img src={image} alt="" className="size-full object-contain" />
      )}
    </span>
  );
}
