import { useEffect, useState } from 'react';
import type { TraySettings } from '#shared/bridge/calls.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { readRingRule, RING_RULES, storeRingRule, type RingRule } from '../ring-sound.ts';

const RULES: Record<RingRule, string> = {
  always: 'Always',
  'unless-quiet': 'Unless “Do not disturb” is on',
  never: 'Never',
};

/** When the desktop client rings, and whether it goes on without its window. */
export function ShellCallFields({ bridge }: { bridge: Bridge }) {
  const [rule, setRule] = useState(readRingRule);
  const tray = useTraySettings(bridge);
  return (
    <div className="space-y-6">
      <SelectField
        label="Ringtone"
        value={rule}
        hint="“Do not disturb” is in the menu of the tray icon."
        options={RING_RULES.map((value) => ({ value, label: RULES[value] }))}
        onChange={(value) => {
          const chosen = RING_RULES.find((each) => each === value) ?? 'unless-quiet';
          setRule(chosen);
          storeRingRule(chosen);
        }}
      />
      {tray?.hasTray === true && (
        <Switch
          label="Stay in the tray"
          text="Calls and messages reach you after you close the window. Without it, closing the window quits Lyceum."
          isOn={tray.closeBehaviour === 'tray'}
          onChange={(isOn) => void bridge.setCloseBehaviour(isOn ? 'tray' : 'quit').catch(() => undefined)}
        />
      )}
    </div>
  );
}

function useTraySettings(bridge: Bridge): TraySettings | null {
  const [settings, setSettings] = useState<TraySettings | null>(null);
  useEffect(() => {
    const stop = bridge.onTraySettings(setSettings);
    bridge.getTraySettings().then(setSettings, () => undefined);
    return stop;
  }, [bridge]);
  return settings;
}
