/** Scripts whose words are not separated by spaces, for a class of a regular expression with the flag `u`. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
