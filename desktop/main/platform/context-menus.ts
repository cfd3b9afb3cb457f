import { app, BrowserWindow, clipboard, Menu, session, type MenuItemConstructorOptions } from 'electron';
import { contextMenu } from '../core/context-menu.ts';

/** Opens context menus in every page of the app, also of windows that open later. */
export function serveContextMenus({
  serverUrl,
  canAddWords,
  canSave,
}: {
  serverUrl: () => string | null;
  canAddWords: boolean;
  canSave: () => boolean;
}): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, target) => {
      const entries = contextMenu(target, {
        serverUrl: serverUrl(),
        canAddWords,
        canSave: canSave(),
        actions: {
          replaceWord: (word) => contents.replaceMisspelling(word),
          // The account's session is in memory and takes no words (electron#22157). The default one passes them on
          // to the dictionary of the system, which the checker of every session uses.
          addWord: (word) => void session.defaultSession.addWordToSpellCheckerDictionary(word),
          copyText: (text) => void clipboard.writeText(text).catch(() => {}),
          copyImage: ({ x, y }) => contents.copyImageAt(x, y),
          saveImage: (url) => contents.downloadURL(url),
        },
      });
      if (entries.length === 0) return;
      const window = BrowserWindow.fromWebContents(contents);
      const menu = Menu.buildFromTemplate(entries as MenuItemConstructorOptions[]);
      menu.popup({ ...(window && { window }), ...(target.frame && { frame: target.frame }) });
    });
  });
}
