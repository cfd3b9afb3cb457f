/** The module `systemPreferences`: the preferences of macOS with those of a profile, which a test sets. */
export class FakeSystemPreferences implements Pick<Electron.SystemPreferences, 'getUserDefault'> {
  /** Values by key; booleans and numbers as a profile stores them. */
  readonly defaults = new Map<string, unknown>();

  /** A missing value is empty in its type; a text of a boolean or number is that of NSNumber. */
  getUserDefault<Type extends keyof Electron.UserDefaultTypes>(
    key: string,
    type: Type,
  ): Electron.UserDefaultTypes[Type] {
    const value = this.defaults.get(key);
    const empty = { string: '', array: [], dictionary: {} }[type as 'string' | 'array' | 'dictionary'];
    if (empty === undefined) throw new Error(`The fake has no user default of the type ${type}.`);
    const isList = Array.isArray(value);
    const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
    const found = {
      string: value === undefined || typeof value === 'object' ? '' : text,
      array: isList ? value : [],
      dictionary: typeof value === 'object' && !isList ? value : {},
    }[type as 'string' | 'array' | 'dictionary'];
    return found as Electron.UserDefaultTypes[Type];
  }
}
