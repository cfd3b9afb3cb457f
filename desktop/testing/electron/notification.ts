/** The class `Notification` of one launch: what is in the system's list of notifications. */
export function createNotification(platform: NodeJS.Platform) {
  return class FakeNotification {
    /** How often the app's notifications were removed from the list. */
    static removals = 0;

    static removeAll(): void {
      if (platform !== 'darwin') throw new TypeError('Notification.removeAll is not a function');
      this.removals += 1;
    }
  };
}
