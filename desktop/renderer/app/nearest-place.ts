import type { Role } from '#shared/api/endpoint.ts';
import { placesFor, type Place } from './shell/navigation.ts';

/** A path with so many letters wrong is taken for a misspelt one. */
const WRONG_MAX = 2;

/** Returns the page that a member most likely meant with the path of an unknown page; null when none is near. */
export function nearestPlace(path: string, role: Role): Place | null {
  const { main, foot } = placesFor(role);
  const wanted = path.toLowerCase().split('/')[1] ?? '';
  const near = [...main, ...foot]
    .map((place) => ({ place, wrong: editDistance(wanted, place.path.slice(1)) }))
    .toSorted((a, b) => a.wrong - b.wrong)[0];
  return near && near.wrong <= Math.min(WRONG_MAX, wanted.length - 2) ? near.place : null;
}

/** How many letters have to be changed, added or left out to make one word of another (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let at = 0; at < to.length; at += 1) {
      const [before = 0, above = 0, left = 0] = [row[at], row[at + 1], next[at]];
      next.push(Math.min(above + 1, left + 1, before + (letter === to[at] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
