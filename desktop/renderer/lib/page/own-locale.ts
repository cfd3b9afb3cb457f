/**
 * The locale in which dates, numbers and names are formatted for the user: the browser's. Without a name `Intl` takes
 * it, with those settings of the system that a name does not contain.
 */
export const OWN_LOCALE: string | undefined = undefined;
