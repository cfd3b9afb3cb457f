/** The part of a view that says when its text was last changed; null when never. */
interface Edited {
  editedAt: string | null;
}

/**
 * Returns whether a view contains an older text than the cached one: pushes and responses of two edits can arrive in
 * any order.
 */
export function isOlderEdit(view: Edited, cached: Edited): boolean {
  return (view.editedAt ?? '') < (cached.editedAt ?? '');
}
