import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../db/clock.ts';
import { read, type Reader } from '../../db/read.ts';
import type { SearchDocument } from '../../db/search-document.ts';
import { visibleToEveryone } from './search.sources.ts';
import { isSpelt, variantsOf } from './search.spelling.ts';
import { fold, toVector, toWords, WORDS_VERSION } from '../../db/text/words.ts';

/** Version of the search documents and their words; rows of an older version are rebuilt. */
export const DOCUMENT_VERSION = WORDS_VERSION;

/** An unchanged row is not written, so a like adds no new index entry. */
const INDEX = {
  name: 'search-index',
  text: `insert into search_index (id, entity_id, entity_type, title, content, tags, keywords, author_id, dated_at,
    category, fts, title_fts, importance, version, last_updated)
    values ($1, $2, $3, $4, $5, $6::text[], $7::text[], $8, $9, $10, $11::tsvector, $12::tsvector, $13,
      ${DOCUMENT_VERSION}, now())
    on conflict (entity_type, entity_id) do update set title = excluded.title, content = excluded.content,
      tags = excluded.tags, keywords = excluded.keywords, author_id = excluded.author_id, dated_at = excluded.dated_at,
        category = excluded.category,
      fts = excluded.fts, title_fts = excluded.title_fts, importance = excluded.importance, version = excluded.version,
        last_updated = excluded.last_updated
    where (search_index.title, search_index.content, search_index.tags, search_index.keywords, search_index.dated_at,
      search_index.category, search_index.importance, search_index.version)
      is distinct from (excluded.title, excluded.content, excluded.tags, excluded.keywords, excluded.dated_at,
        excluded.category, excluded.importance, excluded.version)
    returning id`,
};
const REMOVE = { name: 'search-remove', text: 'delete from search_index where entity_type = $1 and entity_id = $2' };
/**
 * Adds words. Each word and its variants are one text, since Postgres arrays cannot hold arrays of different lengths.
 */
const ADD = `insert into search_words (word, variants) select n.word, string_to_array(n.variants, ' ')
  from unnest($1::text[], $2::text[]) n (word, variants)
  where not exists (select 1 from search_words w where w.word = n.word)`;
const WORDS = { name: 'search-words', text: `${ADD} on conflict do nothing` };
/** Adds the words of a record that every member may find. */
const WORDS_OF_RECORD = {
  name: 'search-words-of-record',
  text: `${ADD} and exists (select 1
      ${visibleToEveryone('(select * from search_index where entity_type = $3 and entity_id = $4)')})
    on conflict do nothing`,
};
/**
 * Updates the counts of the words that every member may find, and deletes the others, which are not the same rows.
 * Returns the words that are missing: those of records that have become visible to everyone.
 */
const RECOUNT = `with counted as materialized (
    select word, ndoc from ts_stat($query$select s.fts ${visibleToEveryone('search_index')}$query$)
      where length(word) > 1),
  updated as (
    update search_words w set documents = c.ndoc from counted c where c.word = w.word and c.ndoc <> w.documents),
  deleted as (
    delete from search_words w where not exists (select 1 from counted c where c.word = w.word))
  select c.word from counted c where not exists (select 1 from search_words w where w.word = c.word)`;
const HAS_WORDS = { name: 'search-has-words', text: 'select 1 from search_words limit 1' };
/** Words that are added in one statement. */
const ADDED_WORDS = 1_000;

/** Inserts or replaces a record in the search index. */
export async function indexDocument(em: EntityManager, document: SearchDocument): Promise<void> {
  const { entityId, entityType, title, content, authorId, datedAt, category, importance = 1 } = document;
  const [tags, keywords] = [toWords(...document.tags), toWords(...document.keywords)];
  const head = [
    { text: title, weight: 'A' as const },
    { text: [...tags, ...keywords].join(' '), weight: 'B' as const },
  ];
  const vectors = [toVector([...head, { text: content, weight: 'D' }]), toVector(head)];
  const values = [
    newId(),
    entityId,
    entityType,
    title,
    content,
    tags,
    keywords,
    authorId,
    datedAt,
    category ? fold(category) : null,
    ...vectors,
    importance,
  ];
  const changed = await read(em, INDEX, values);
  const words = toWords(title, content, ...tags, ...keywords)
    .filter(isSpelt)
    .toSorted();
  if (changed.length > 0 && words.length > 0)
    await read(em, WORDS_OF_RECORD, [...valuesOf(words), entityType, entityId]);
}

function valuesOf(words: readonly string[]): [readonly string[], string[]] {
  return [words, words.map((word) => variantsOf(word).join(' '))];
}

/** Removes a record from the search index; does nothing when it is absent. */
export async function removeDocument(
  em: EntityManager,
  { entityType, entityId }: Pick<SearchDocument, 'entityType' | 'entityId'>,
): Promise<void> {
  await read(em, REMOVE, [entityType, entityId]);
}

/**
 * Recounts how many records that every member may find contain each word, deletes the words of no such record and adds
 * the missing ones. It reads the whole index, so it is slow.
 */
export async function recountWords(em: EntityManager): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await tx.execute(`set local statement_timeout = '110s'`);
    const missing = await tx.execute<{ word: string }[]>(RECOUNT);
    const words = missing.map(({ word }) => word).filter(isSpelt);
    for (let from = 0; from < words.length; from += ADDED_WORDS)
      await read(tx, WORDS, valuesOf(words.slice(from, from + ADDED_WORDS).toSorted()));
  });
}

/** Returns whether any word is stored. */
export async function hasWords(reader: Reader): Promise<boolean> {
  return (await read(reader, HAS_WORDS, [])).length > 0;
}
