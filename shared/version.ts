/**
 * Compares two versions `major.minor.patch`: negative when the first is older, 0 when they are the same. A part that is
 * missing or not a number counts as 0; what follows the third part is ignored.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const index = [0, 1, 2].find((part) => a[part] !== b[part]);
  return index === undefined ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function partsOf(version: string): number[] {
  const parts = version.split(/[.-]/);
  return [0, 1, 2].map((index) => Number.parseInt(parts[index] ?? '', 10) || 0);
}
