/** Counts the uses of each room of a page, so that the last one leaves it. */
export class RoomUses {
  private readonly counts = new Map<string, number>();

  /** Adds a use; returns true for the first one. */
  add(room: string): boolean {
    const count = (this.counts.get(room) ?? 0) + 1;
    this.counts.set(room, count);
    return count === 1;
  }

  /** Removes a use; returns true for the last one. */
  remove(room: string): boolean {
    const count = this.counts.get(room) ?? 0;
    if (count > 1) this.counts.set(room, count - 1);
    else this.counts.delete(room);
    return count === 1;
  }

  /** Returns the rooms in use. */
  list(): string[] {
    return [...this.counts.keys()];
  }
}
