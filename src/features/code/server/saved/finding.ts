// Lists a caller's and their teams' saved queries, all or filtered.
import type { Static } from 'typebox'
import type { Metadata } from '#server/metadata/open.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Reader } from '#server/queryRights.ts'
import { foldText, matchesName } from '#shared/textMatch.ts'
import type { listWithFillter, SavedQuery } from '#features/code/contract.ts'
import { type Library, readLibrary } from '../library/access.ts'
import { shownTo } from './queries.ts'
import { readQueries, type StoredQuery } from './repo.ts'
import { cleanFolder } from './texts.ts'

type Filter = Static<NonNullable<(typeof listWithFillter)['body']>>
const usualSize = 100
const byName = new Intl.Collator('zh-CN', { numeric: true })

export async function listQueries({ db }: Metadata, caller: Reader): Promise<SavedQuery[]> {
  const library = await readLibrary(db, caller)
  return sorted(await readSeen(db, caller, library)).map(shownTo(library))
}

export async function findQueries(
  { db }: Metadata,
  caller: Reader,
  filter: Filter,
): Promise<{ total: number; rows: SavedQuery[] }> {
  const { page = 1, size = usualSize } = filter
  const library = await readLibrary(db, caller)
  const found = sorted(await readSeen(db, caller, library)).filter(answering(filter))
  const rows = found.slice((page - 1) * size, page * size)
  return { total: found.length, rows: rows.map(shownTo(library)) }
}

const readSeen = (db: Metadata['db'], caller: Reader, { queries }: Library): Promise<StoredQuery[]> =>
  readQueries(db, queries.seen, caller)

/** By name in Chinese collation; equal names by age, so that pages never overlap. */
const sorted = (queries: StoredQuery[]): StoredQuery[] =>
  queries.sort(
    (one, other) =>
      byName.compare(one.name, other.name) ||
      one.createdAt.localeCompare(other.createdAt) ||
      (one.id < other.id ? -1 : 1),
  )

function answering({ text = '', folder = '', folderId, tag }: Filter): (query: StoredQuery) => boolean {
  const typed = foldText(text)
  const path = cleanFolder(folder)
  const isNamed = (name: string) => matchesName(name, pinyinOf(name), text)
  return (query) =>
    (folderId === undefined || query.folderId === folderId) &&
    (path === '' || query.folder === path || query.folder.startsWith(`${path}/`)) &&
    (tag === undefined || query.tags.includes(tag.trim())) &&
    (typed === '' || isNamed(query.name) || query.tags.some(isNamed) || foldText(query.sql).includes(typed))
}
