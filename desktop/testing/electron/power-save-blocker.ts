/** The module `powerSaveBlocker`: what keeps the system awake. */
export class FakePowerSaveBlocker implements Pick<Electron.PowerSaveBlocker, 'isStarted' | 'start' | 'stop'> {
  private readonly started = new Map<number, string>();
  private lastId = 0;

  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    this.lastId += 1;
    this.started.set(this.lastId, type);
    return this.lastId;
  }
  stop(id: number): boolean {
    return this.started.delete(id);
  }
  isStarted = (id: number): boolean => this.started.has(id);

  /** Kinds that are on. */
  get kinds(): string[] {
    return [...this.started.values()];
  }
}
