import { Dialog } from '../../ui/Dialog.tsx';
import { sectionsOf, type SettingsProps } from './sections.tsx';
import { useScrollToSection } from './use-scroll-to-section.ts';

interface SectionsProps extends SettingsProps {
  /** Id of the section to scroll to. */
  section: string;
}

interface SettingsWindowProps extends SectionsProps {
  onClose: () => void;
}

/** The settings as a dialog, for creators, who cannot open the settings page. */
export function SettingsWindow({ onClose, ...sections }: SettingsWindowProps) {
  return (
    <Dialog onClose={onClose} title="Settings" description="Changes take effect at once." size="lg">
      <Sections {...sections} />
    </Dialog>
  );
}

/** The sections. The dialog renders its content after the effects of its parent, so the scrolling is done here. */
function Sections({ section, ...props }: SectionsProps) {
  useScrollToSection(section);
  const sections = sectionsOf(props);
  const shown = sections.find(({ id }) => id === section) ?? sections[0];
  return (
    <div className="divide-y divide-border border-t border-border">
      {sections.map(({ id, title, text, content }) => (
        <section key={id} aria-labelledby={id} className="py-5 last:pb-0">
          <h3
            id={id}
            // The first field is in another section, and focus would scroll to it.
            {...(id === shown?.id && { tabIndex: -1, 'data-first-focus': '' })}
            className="scroll-mt-5 text-base font-semibold outline-none"
          >
            {title}
          </h3>
          <p className="mt-0.5 mb-4 text-text-muted">{text}</p>
          {content}
        </section>
      ))}
    </div>
  );
}
