import { ALargeSmall, Monitor, Moon, Palette, Sun, SunMoon } from 'lucide-react';
import { COLOR_SCHEMES } from '#shared/api/preferences.ts';
import { FONT_SIZE_OPTIONS, fontSizeFrom, SCHEME_OPTIONS, THEME_OPTIONS } from '../../features/preferences/options.ts';
import { schemeName } from '../../styles/appearance.ts';
import type { Appearance } from '../../styles/appearance.ts';
import { MenuRadioGroup, MenuSub } from '../../ui/Menu.tsx';

interface AppearanceMenuProps {
  appearance: Appearance;
  onChange: (appearance: Appearance) => void;
}

const THEME_ICONS = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** Theme, colour and text size as three menus inside the member's menu. */
export function AppearanceMenu({ appearance, onChange }: AppearanceMenuProps) {
  return (
    <>
      <MenuSub title="Theme" icon={<SunMoon />}>
        <MenuRadioGroup
          value={appearance.theme}
          onChange={(theme) => onChange({ ...appearance, theme })}
          options={THEME_OPTIONS.map((option) => ({ ...option, icon: THEME_ICONS[option.value] }))}
        />
      </MenuSub>
      <MenuSub title="Colour" icon={<Palette />}>
        <MenuRadioGroup
          value={schemeName(appearance.colorScheme)}
          onChange={(name) => onChange({ ...appearance, colorScheme: COLOR_SCHEMES[name] })}
          options={SCHEME_OPTIONS.map((option) => ({
            ...option,
            icon: <span data-scheme={option.value} className="scheme-swatch block size-3.5 rounded-full" />,
          }))}
        />
      </MenuSub>
      <MenuSub title="Text size" icon={<ALargeSmall />}>
        <MenuRadioGroup
          value={String(appearance.fontSize)}
          onChange={(size) => onChange({ ...appearance, fontSize: fontSizeFrom(size) })}
          options={FONT_SIZE_OPTIONS.map(({ value, label }) => ({ value: String(value), label }))}
        />
      </MenuSub>
    </>
  );
}
