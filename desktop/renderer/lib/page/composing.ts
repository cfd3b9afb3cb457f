/** What a key event of React or of the browser says about input methods. */
interface KeyLike {
  nativeEvent?: Event;
  isComposing?: boolean;
  keyCode?: number;
}

/** What browsers send instead of the key that an input method takes (UI Events, section 7.3.1). */
const TAKEN = 229;

/**
 * True for a key that belongs to an input method, such as the Enter that ends a composition. Safari sends that one
 * after the composition has ended (WebKit bug 165004), so that `isComposing` alone is false for it.
 */
export function isComposing(event: KeyLike): boolean {
  // oxlint-disable-next-line no-restricted-properties -- this is the one place that reads it
  const { isComposing: isOpen, keyCode } = (event.nativeEvent ?? event) as KeyLike;
  return isOpen === true || keyCode === TAKEN;
}
