// Reading dictionaries: whole ones by id, name or form name, and the list of what there is.
import type { Kysely } from 'kysely'
import type { Database } from '../../../server/metadata/schema.ts'
import { pinyinOf } from '../../../server/pinyin.ts'
import type { Dictionary, DictionarySummary } from '../contract.ts'
import { countValues, type DictionaryHead, readHeads, readValues } from './repo.ts'

/** Each dictionary that `wanted` names, once, in the store's order; what does not exist is left out. */
export async function findDictionaries<Key extends 'id' | 'name' | 'formName'>(
  db: Kysely<Database>,
  key: Key,
  wanted: readonly DictionaryHead[Key][],
): Promise<Dictionary[]> {
  const asked = new Set(wanted)
  return withValues(
    db,
    (await readHeads(db)).filter((head) => asked.has(head[key])),
  )
}

export const allDictionaries = async (db: Kysely<Database>): Promise<Dictionary[]> =>
  withValues(db, await readHeads(db))

export async function listDictionaries(db: Kysely<Database>): Promise<DictionarySummary[]> {
  const [heads, counts] = await Promise.all([readHeads(db), countValues(db)])
  return heads.map((head) => ({
    ...head,
    rowCount: counts.get(head.id) ?? 0,
    pinyin: pinyinOf(head.name),
  }))
}

/** Labels by code of each dictionary: the first column holds the code, the second its label. */
export async function readLabels(
  db: Kysely<Database>,
  dictIds: readonly number[],
): Promise<Map<number, Map<string, string>>> {
  const values = await readValues(db, [...new Set(dictIds)])
  const labelsOf = (rows: Dictionary['values']) =>
    new Map(rows.flatMap(({ data: [code, label] }) => (code !== undefined && label ? [[code, label]] : [])))
  return new Map([...values].map(([id, rows]) => [id, labelsOf(rows)]))
}

async function withValues(db: Kysely<Database>, heads: DictionaryHead[]): Promise<Dictionary[]> {
  const values = await readValues(
    db,
    heads.map((head) => head.id),
  )
  return heads.map((head) => ({ ...head, values: values.get(head.id) ?? [] }))
}
