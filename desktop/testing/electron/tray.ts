import { EventEmitter } from 'node:events';
import { basename } from 'node:path';
import type { FakeMenu } from './menu.ts';
import { createEvent } from './runtime.ts';
import type { FakeNativeImage } from './native-image.ts';

type TraySurface = Pick<
  Electron.Tray,
  'destroy' | 'isDestroyed' | 'popUpContextMenu' | 'setContextMenu' | 'setImage' | 'setToolTip'
>;
type SurfaceOf<Surface> = { [Name in keyof Surface]: (...args: never[]) => unknown };

/** The class `Tray` of one launch, with the icons that exist. */
export function createTray() {
  const icons: FakeTray[] = [];

  class FakeTray extends EventEmitter implements SurfaceOf<TraySurface> {
    /** The icons of this launch; a test looks at the first one. */
    static readonly icons = icons;
    tooltip = '';
    private image: FakeNativeImage;
    private menu: FakeMenu | null = null;
    private isGone = false;

    constructor(image: FakeNativeImage) {
      super();
      this.image = image;
      icons.push(this);
    }

    isDestroyed = (): boolean => this.isGone;
    destroy(): void {
      this.isGone = true;
      icons.splice(icons.indexOf(this), 1);
    }
    setImage(image: FakeNativeImage): void {
      this.alive().image = image;
    }
    setToolTip(text: string): void {
      this.alive().tooltip = text;
    }
    setContextMenu(menu: FakeMenu | null): void {
      this.alive().menu = menu;
    }
    popUpContextMenu(menu?: FakeMenu): void {
      if (menu) this.alive().menu = menu;
    }

    /** File name of the image that is shown. */
    get shown(): string {
      return basename(this.image.path);
    }
    /** Labels of the menu. */
    get labels(): string[] {
      return this.openMenu().items.map(({ label }) => label);
    }
    /** Chooses an entry of the menu by its labels from the top. */
    choose(...path: string[]): void {
      this.openMenu().choose(...path);
    }
    /** A click on the icon; macOS emits none for a tray with a menu of its own. */
    click(): void {
      this.alive().emit('click', createEvent({}), { x: 0, y: 0, width: 16, height: 16 }, { x: 0, y: 0 });
    }

    private openMenu(): FakeMenu {
      this.alive().emit('right-click');
      if (!this.menu) throw new Error('The tray has no menu.');
      return this.menu;
    }
    private alive(): this {
      if (this.isGone) throw new Error('Tray is destroyed');
      return this;
    }
  }
  return FakeTray;
}
