import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { DesktopSettings as Settings, DesktopSettingsInput } from '#shared/bridge/desktop.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import type { Elements } from '../../../ui/elements.ts';

const KEY = ['desktop', 'settings'] as const;
const MANAGED = 'Managed by your institution.';
const RECOMMENDED = 'Recommended by your institution.';

/** The settings of the desktop app on this computer; empty in the web app. */
export function DesktopSettings() {
  const bridge = readBridge();
  return bridge && <Fields bridge={bridge} />;
}

function Fields({ bridge }: { bridge: Bridge }) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => bridge.getDesktopSettings() });
  const store = (settings: Settings): void => void client.setQueryData(KEY, settings);
  const { mutate } = useMutation({
    mutationFn: (save: () => Promise<Settings>) => save(),
    onSuccess: store,
    onError: () =>
      toast({ title: 'The setting could not be saved', description: 'Try again.', variant: 'destructive' }),
  });
  useEffect(() => bridge.onDesktopSettings((settings) => client.setQueryData(KEY, settings)), [bridge, client]);
  const { data } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-60 w-full" />} />;
  const change = (changes: DesktopSettingsInput): void => mutate(() => bridge.editDesktopSettings(changes));
  const { startAtLogin, closeBehaviour, notificationPreview, downloads, zoomFactor, zoomSteps } = data;
  return (
    <div className="space-y-8">
      <div className="space-y-4">
        <Switch
          label="Start when you log in to this computer"
          text={hintOf(startAtLogin) ?? 'Lyceum starts without a window, so that calls and messages reach you.'}
          isOn={startAtLogin.value}
          isDisabled={startAtLogin.isManaged}
          onChange={(isOn) => change({ startAtLogin: isOn })}
        />
        <SelectField
          label="When you close the window"
          hint={hintOf(closeBehaviour)}
          disabled={closeBehaviour.isManaged}
          value={closeBehaviour.value}
          options={[
            { value: 'tray', label: 'Keep running, for calls and messages' },
            { value: 'quit', label: 'Quit Lyceum' },
          ]}
          onChange={(value) => change({ closeBehaviour: value })}
        />
        <SelectField
          label="Notifications of messages show"
          hint={hintOf(notificationPreview)}
          disabled={notificationPreview.isManaged}
          value={notificationPreview.value}
          options={[
            { value: 'full', label: 'The sender and the start of the message' },
            { value: 'sender', label: 'Only the sender' },
            { value: 'none', label: 'Neither sender nor text' },
          ]}
          onChange={(value) => change({ notificationPreview: value })}
        />
        <SelectField
          label="Zoom"
          value={String(zoomFactor)}
          options={zoomSteps.map((step) => ({ value: String(step), label: `${String(Math.round(step * 100))}%` }))}
          onChange={(value) => change({ zoomFactor: Number(value) })}
        />
      </div>
      <Part title="Downloads">
        <DownloadFields
          downloads={downloads}
          onChange={change}
          onChoose={() => mutate(() => bridge.chooseDownloadsFolder())}
        />
      </Part>
      <Part title="Spelling">
        <SpellingFields spelling={data.spelling} onChange={change} />
      </Part>
      <Part title="Problems">
        <p className="mb-3 text-text-muted">Versions, connection and log of the app, to look at or to send.</p>
        <Button onClick={() => void bridge.openDiagnostics().catch(() => undefined)}>Open diagnostics</Button>
      </Part>
    </div>
  );
}

/** Returns who decides about a setting; undefined when the member or the app does. */
function hintOf({ isManaged, isRecommended }: { isManaged: boolean; isRecommended: boolean }): string | undefined {
  return isManaged ? MANAGED : isRecommended ? RECOMMENDED : undefined;
}

function DownloadFields({
  downloads: { folder, rule },
  onChange,
  onChoose,
}: {
  downloads: Settings['downloads'];
  onChange: (changes: DesktopSettingsInput) => void;
  onChoose: () => void;
}) {
  if (rule.value === 'deny') return <p className="text-text-muted">Your institution does not allow downloads.</p>;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">Folder</p>
          <p dir="ltr" className="text-start text-small break-all text-text-muted">
            {folder}
          </p>
        </div>
        <Button onClick={onChoose}>Choose folder</Button>
      </div>
      <Switch
        label="Ask where to save each file"
        text={rule.isManaged ? MANAGED : undefined}
        isOn={rule.value === 'ask'}
        isDisabled={rule.isManaged}
        onChange={(isOn) => onChange({ downloadRule: isOn ? 'ask' : 'allow' })}
      />
    </div>
  );
}

function SpellingFields({
  spelling: { isAvailable, isOn, languages, choices },
  onChange,
}: {
  spelling: Settings['spelling'];
  onChange: (changes: DesktopSettingsInput) => void;
}) {
  const id = useId();
  if (!isAvailable)
    return <p className="text-text-muted">Your institution has not set up dictionaries for this computer.</p>;
  const toggle = (code: string, isChecked: boolean): void =>
    onChange({ spellingLanguages: isChecked ? [...languages, code] : languages.filter((one) => one !== code) });
  return (
    <div className="space-y-4">
      <Switch label="Check spelling" isOn={isOn} onChange={(next) => onChange({ isSpellingOn: next })} />
      {isOn && choices.length > 0 && (
        <div role="group" aria-labelledby={id}>
          <p id={id} className="mb-2 font-medium">
            Languages
          </p>
          <ul className="max-h-48 space-y-2 overflow-y-auto rounded-md border border-border p-3">
            {choices.map((code) => (
              <li key={code}>
                <Checkbox
                  label={nameOf(code)}
                  isChecked={languages.includes(code)}
                  onChange={(isChecked) => toggle(code, isChecked)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
