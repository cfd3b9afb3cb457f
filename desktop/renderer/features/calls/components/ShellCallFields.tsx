import { useState } from 'react';
import { SelectField } from '../../../ui/SelectField.tsx';
import { readRingRule, RING_RULES, storeRingRule, type RingRule } from '../ring-sound.ts';

const RULES: Record<RingRule, string> = {
  always: 'Always',
  'unless-quiet': 'Unless “Do not disturb” is on',
  never: 'Never',
};

/** When the desktop client rings. */
export function ShellCallFields() {
  const [rule, setRule] = useState(readRingRule);
  return (
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
  );
}
