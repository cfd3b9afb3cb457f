/**
 * Returns whether the host of a URL may imitate another by letters that look alike: the browser writes every host with
 * letters outside of ASCII as Punycode (RFC 3492).
 */
export function isLookalike(href: string): boolean {
  return new URL(href).hostname.split('.').some((label) => label.startsWith('xn--'));
}
