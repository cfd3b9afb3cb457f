/** The parts of a score, as SQL. */
interface Scored {
  fts: string;
  words: string;
  author: string;
  datedAt: string;
  importance?: string;
}

/**
 * Builds the score of a result, for a statement that has the viewer's connections as `mine`. Weights are those of D to
 * A; a connection counts like a word in the tags, a year like a hundredth of one in the title.
 */
export const scoreOf = ({ fts, words, author, datedAt, importance = '1' }: Scored): string =>
  `ts_rank('{0.1, 0.1, 0.5, 1}', ${fts}, ${words}::tsquery, 1)::float8 * (1 + 0.2 * (${importance} - 1))
  + case when ${author} in (select mine.id from mine) then 0.15 else 0 end + extract(epoch
    from ${datedAt})::float8 / 3.15576e9`;
