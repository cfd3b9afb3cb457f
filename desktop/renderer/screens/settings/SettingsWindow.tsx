import { Dialog } from '../../ui/Dialog.tsx';
import { sectionsOf, type SettingsProps } from './sections.tsx';
import { useScrollToSection } from './use-scroll-to-section.ts';

interface SettingsWindowProps extends SettingsProps {
  /** Id of the section to scroll to. */
  section: string;
  onClose: () => void;
}

/** The settings as a dialog, for creators, who cannot open the settings page. */
export function SettingsWindow({ section, onClose, ...props }: SettingsWindowProps) {
  useScrollToSection(section);
  return (
    <Dialog onClose={onClose} title="Settings" description="Changes take effect at once." size="lg">
      <div className="divide-y divide-border border-t border-border">
        {sectionsOf(props).map(({ id, title, text, content }) => (
          <section key={id} aria-labelledby={id} className="py-5 last:pb-0">
            <h3 id={id} className="scroll-mt-5 text-base font-semibold">
              {title}
            </h3>
            <p className="mt-0.5 mb-4 text-text-muted">{text}</p>
            {content}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
