import type { ReactElement } from 'react';

/**
 * What a component shows beside other content: elements, a list of them, or nothing. A text is not one: it has an
 * element of its own, so that React finds it after the browser has translated the page.
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
