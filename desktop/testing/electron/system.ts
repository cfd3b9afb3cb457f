import { EventEmitter } from 'node:events';
import type { Runtime } from './runtime.ts';

/** The module `dialog`: a test sets what is answered, and reads what was asked. */
export class FakeDialog {
  readonly asked: Electron.MessageBoxOptions[] = [];
  /** Index of the button that is pressed. */
  response = 0;

  async showMessageBox(
    window: unknown,
    options?: Electron.MessageBoxOptions,
  ): Promise<{ response: number; checkboxChecked: boolean }> {
    this.asked.push(options ?? (window as Electron.MessageBoxOptions));
    return { response: this.response, checkboxChecked: false };
  }
  /** Where the member saves a file; undefined when they cancel. */
  savePath: string | undefined;
  /** The folder that the member chooses; undefined when they cancel. */
  folder: string | undefined;

  async showSaveDialog(): Promise<Electron.SaveDialogReturnValue> {
    return { canceled: this.savePath === undefined, filePath: this.savePath ?? '' };
  }
  async showOpenDialog(): Promise<Electron.OpenDialogReturnValue> {
    return { canceled: this.folder === undefined, filePaths: this.folder === undefined ? [] : [this.folder] };
  }
  showErrorBox(title: string, content: string): void {
    this.asked.push({ message: title, detail: content });
  }
}

/** The module `shell`: what was opened outside the app. */
export class FakeShell {
  readonly opened: string[] = [];
  /** Files that were opened, and files that were shown in their folder. */
  readonly files: { open: string[]; show: string[] } = { open: [], show: [] };

  async openExternal(url: string): Promise<void> {
    this.opened.push(url);
  }
  async openPath(path: string): Promise<string> {
    this.files.open.push(path);
    return '';
  }
  showItemInFolder(path: string): void {
    this.files.show.push(path);
  }
}

/** The module `screen` over displays that a test sets. */
export class FakeScreen extends EventEmitter {
  private readonly runtime: Runtime;

  constructor(runtime: Runtime) {
    super();
    this.runtime = runtime;
  }

  getAllDisplays(): Electron.Display[] {
    return this.runtime.displays.map(
      (area, index) =>
        ({
          id: index + 1,
          bounds: area,
          workArea: area,
          size: { width: area.width, height: area.height },
          scaleFactor: 1,
        }) as Electron.Display,
    );
  }
  getPrimaryDisplay(): Electron.Display {
    const [primary] = this.getAllDisplays();
    if (!primary) throw new Error('no display');
    return primary;
  }
}

/** The module `powerMonitor`: a test emits `resume`, `lock-screen` and the like. */
export class FakePowerMonitor extends EventEmitter {
  /** Seconds since the last input in the system. */
  idleSeconds = 0;
  /** Whether the screen is locked. Linux reports it by the idle state only. */
  isLocked = false;

  getSystemIdleTime(): number {
    return this.idleSeconds;
  }
  getSystemIdleState(threshold: number): 'active' | 'idle' | 'locked' {
    if (this.isLocked) return 'locked';
    return this.idleSeconds >= threshold ? 'idle' : 'active';
  }
}
