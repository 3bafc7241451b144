// Reading dictionaries: whole ones by id, name or form name, and the list of what there is.
import type { Kysely } from 'kysely'
import type { GameScope } from '../../../semantic/model/types.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { pinyinOf } from '../../../server/pinyin.ts'
import { type Dictionary, type DictionarySummary, gameAttributes, gameDictionary } from '../contract.ts'
import { countValues, type DictionaryHead, readHeads, readValues } from './repo.ts'

/**
 * Each dictionary that `wanted` names, once, in the store's order; what does not exist is left out. Rows of games
 * that are not the reader's are left out as well.
 */
export async function findDictionaries<Key extends 'id' | 'name' | 'formName'>(
  db: Kysely<Database>,
  key: Key,
  wanted: readonly DictionaryHead[Key][],
  games: GameScope,
): Promise<Dictionary[]> {
  const asked = new Set(wanted)
  return withValues(
    db,
    (await readHeads(db)).filter((head) => asked.has(head[key])),
    games,
  )
}

export const allDictionaries = async (db: Kysely<Database>, games: GameScope): Promise<Dictionary[]> =>
  withValues(db, await readHeads(db), games)

/** Rows are counted as far as the reader's games go. */
export async function listDictionaries(db: Kysely<Database>, games: GameScope): Promise<DictionarySummary[]> {
  const [heads, counts] = await Promise.all([readHeads(db), countValues(db)])
  const limited = games === 'all' ? [] : await withValues(db, heads.filter(namesGames), games)
  const seen = new Map(limited.map(({ id, values }) => [id, values.length]))
  return heads.map((head) => ({
    ...head,
    rowCount: seen.get(head.id) ?? counts.get(head.id) ?? 0,
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

async function withValues(
  db: Kysely<Database>,
  heads: DictionaryHead[],
  games: GameScope,
): Promise<Dictionary[]> {
  const values = await readValues(
    db,
    heads.map((head) => head.id),
  )
  return heads.map((head) => ({ ...head, values: ownGames(head, values.get(head.id) ?? [], games) }))
}

type Columns = Pick<DictionaryHead, 'formName' | 'attributes'>

/** Column of the game's code; below zero where the rows name none. */
const gameColumn = ({ formName, attributes }: Columns): number =>
  formName === gameDictionary ? 0 : attributes.findIndex((attribute) => gameAttributes.includes(attribute))

/** Whether its rows are of games. */
export const namesGames = (columns: Columns): boolean => gameColumn(columns) >= 0

/** Rows that name no game are everybody's. */
function ownGames(head: DictionaryHead, rows: Dictionary['values'], games: GameScope) {
  const column = gameColumn(head)
  if (games === 'all' || column < 0) return rows
  return rows.filter(({ data }) => !data[column] || games.includes(data[column]))
}
