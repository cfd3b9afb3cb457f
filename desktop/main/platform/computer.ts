import { release } from 'node:os';
import { app, nativeTheme, screen } from 'electron';
import type { DiagnosticsFacts } from '../core/diagnostics.ts';

/** Returns the facts about this computer that Electron knows. */
export function readComputer(): Pick<DiagnosticsFacts, 'versions' | 'displays' | 'graphics'> {
  const primary = screen.getPrimaryDisplay();
  const { electron, chrome, node, v8 } = process.versions;
  return {
    versions: {
      Lyceum: app.getVersion(),
      Packaged: app.isPackaged,
      Electron: electron,
      Chromium: chrome,
      'Node.js': node,
      V8: v8,
      System: `${process.platform} ${release()} ${process.arch}`,
      Languages: app.getPreferredSystemLanguages().join(', '),
    },
    displays: screen.getAllDisplays().map(({ id, size, scaleFactor }) => ({
      width: size.width,
      height: size.height,
      scaleFactor,
      isPrimary: id === primary.id,
    })),
    graphics: {
      ...(app.getGPUFeatureStatus() as unknown as Record<string, string>),
      'Dark colours': nativeTheme.shouldUseDarkColors,
    },
  };
}
