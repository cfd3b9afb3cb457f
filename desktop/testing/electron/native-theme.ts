import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { createEvent } from './runtime.ts';

/** The module `nativeTheme`: pages see its choice as their colour scheme. */
export class FakeNativeTheme
  extends EventEmitter
  implements
    Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI' | 'themeSource'>
{
  /** What the system itself prefers. */
  isSystemDark = false;
  private source: 'system' | 'light' | 'dark' = 'system';
  private readonly pages = new Set<Page>();

  get shouldUseDarkColors(): boolean {
    return this.source === 'dark' || (this.source === 'system' && this.isSystemDark);
  }
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.isSystemDark;
  }
  get themeSource(): 'system' | 'light' | 'dark' {
    return this.source;
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    this.source = source;
    for (const page of this.pages) void this.apply(page);
    this.emit('updated', createEvent({}));
  }

  /** Shows a page the theme, now and when it changes. */
  async follow(page: Page): Promise<void> {
    this.pages.add(page);
    page.once('close', () => this.pages.delete(page));
    await this.apply(page);
  }

  private async apply(page: Page): Promise<void> {
    await page.emulateMedia({ colorScheme: this.shouldUseDarkColors ? 'dark' : 'light' }).catch(() => {});
  }
}
