interface Entry {
  label: string;
  role?: string;
  accelerator?: string;
  /** Present for entries with a check mark. */
  checked?: boolean;
  submenu?: FakeMenu;
  click: () => void;
}

/** A menu whose entries a test can choose. */
export class FakeMenu {
  private static current: FakeMenu | null = null;
  /** The menu that was opened last at the pointer. */
  static opened: FakeMenu | null = null;
  readonly items: Entry[];

  constructor(items: Entry[] = []) {
    this.items = items;
  }

  static buildFromTemplate(template: readonly Electron.MenuItemConstructorOptions[]): FakeMenu {
    return new this(
      template.map(({ label, role, accelerator, type, checked, submenu, click }) => ({
        label: label ?? role ?? '',
        ...(role !== undefined && { role }),
        ...(typeof accelerator === 'string' && { accelerator }),
        ...(type === 'checkbox' && { checked: checked === true }),
        ...(Array.isArray(submenu) && { submenu: this.buildFromTemplate(submenu) }),
        click: () => (click as (() => void) | undefined)?.(),
      })),
    );
  }
  static setApplicationMenu(menu: FakeMenu | null): void {
    this.current = menu;
  }
  static getApplicationMenu(): FakeMenu | null {
    return this.current;
  }

  popup(): void {
    (this.constructor as typeof FakeMenu).opened = this;
  }

  /** Returns the entries with a check mark, of this menu and those below it. */
  get checks(): { label: string; checked: boolean }[] {
    return this.items.flatMap(({ label, checked, submenu }) => [
      ...(checked === undefined ? [] : [{ label, checked }]),
      ...(submenu?.checks ?? []),
    ]);
  }

  /** Chooses an entry by its labels from the top. @throws Error when there is none. */
  choose(...path: string[]): void {
    const [label, ...rest] = path;
    const entry = this.items.find((item) => item.label.replace(/&(?!&)/, '') === label);
    if (!entry)
      throw new Error(`No menu entry "${label ?? ''}" among ${this.items.map((item) => item.label).join(', ')}`);
    if (rest.length > 0 && entry.submenu) entry.submenu.choose(...rest);
    else entry.click();
  }
}
