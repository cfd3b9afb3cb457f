import { Monitor, Moon, Sun } from 'lucide-react';
import { COLOR_SCHEMES } from '#shared/api/preferences.ts';
import { schemeName } from '../../../styles/appearance.ts';
import type { Appearance } from '../../../styles/appearance.ts';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { FONT_SIZE_OPTIONS, fontSizeFrom, SCHEME_OPTIONS, THEME_OPTIONS } from '../options.ts';

/** Props of {@link AppearanceFields}. */
export interface AppearanceFieldsProps {
  appearance: Appearance;
  /** Called with all settings at each change; the page itself is the preview. */
  onChange: (appearance: Appearance) => void;
}

const THEME_ICONS = {
  light: <Sun className="size-4" />,
  dark: <Moon className="size-4" />,
  system: <Monitor className="size-4" />,
};
const SAMPLE_CLASSES = { 1: 'text-xs', 2: 'text-sm', 3: 'text-base' };

/** Fields for theme, colour and text size. */
export function AppearanceFields({ appearance, onChange }: AppearanceFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      <RadioCards
        label="Theme"
        columns={3}
        value={appearance.theme}
        onChange={(theme) => onChange({ ...appearance, theme })}
        options={THEME_OPTIONS.map(({ value, label }) => ({ value, title: label, icon: THEME_ICONS[value] }))}
      />
      <RadioCards
        label="Colour"
        columns={3}
        value={schemeName(appearance.colorScheme)}
        onChange={(name) => onChange({ ...appearance, colorScheme: COLOR_SCHEMES[name] })}
        options={SCHEME_OPTIONS.map(({ value, label }) => ({
          value,
          title: label,
          icon: <span data-scheme={value} className="scheme-swatch block size-4 rounded-full" />,
        }))}
      />
      <RadioCards
        label="Text size"
        columns={3}
        value={String(appearance.fontSize)}
        onChange={(size) => onChange({ ...appearance, fontSize: fontSizeFrom(size) })}
        options={FONT_SIZE_OPTIONS.map(({ value, label }) => ({
          value: String(value),
          title: label,
          icon: <span className={`block leading-5 font-semibold ${SAMPLE_CLASSES[value]}`}>Aa</span>,
        }))}
      />
    </div>
  );
}
