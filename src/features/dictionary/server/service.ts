// Reads dictionaries: complete ones by id, name or form name, and the list of all.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/types.ts'
import { type JsonText, jsonText } from '#server/http/reply.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Database } from '#server/metadata/schema.ts'
import { chunks } from '#server/objects/reading.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { toldApart } from '#shared/labels.ts'
import { hasSyllable } from '#shared/pinyin.ts'
import type { Dictionary, DictionarySummary } from '../contract.ts'
import { columnOfGame, namesGames, seenRows, seesRow } from './games.ts'
import { countValues, type DictionaryHead, readHeads, readValues } from './repo.ts'
import { allRows } from './stored.ts'

/** Each wanted dictionary once, in the store's order; missing ones are left out. */
async function headsOf<Key extends 'id' | 'name' | 'formName'>(
  db: Kysely<Database>,
  key: Key,
  wanted: readonly DictionaryHead[Key][],
): Promise<DictionaryHead[]> {
  const asked = new Set(wanted)
  return (await readHeads(db)).filter((head) => asked.has(head[key]))
}

/** Leaves out rows of games that the reader may not see. */
export async function findDictionaries(
  db: Kysely<Database>,
  ids: readonly number[],
  games: GameScope,
): Promise<Dictionary[]> {
  return withValues(db, await headsOf(db, 'id', ids), games)
}

/** The same as a JSON answer; null asks for all dictionaries. */
export async function tellDictionaries<Key extends 'id' | 'name' | 'formName'>(
  db: Kysely<Database>,
  key: Key,
  wanted: readonly DictionaryHead[Key][] | null,
  games: GameScope,
): Promise<JsonText> {
  return jsonText(dictionariesText(db, wanted ? await headsOf(db, key, wanted) : await readHeads(db), games))
}

/** Counts only the rows that the reader may see. */
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

const textRows = 500

/** Written in chunks, because dictionaries may have hundreds of thousands of rows. */
async function* dictionariesText(
  db: Kysely<Database>,
  heads: readonly DictionaryHead[],
  games: GameScope,
): AsyncGenerator<string> {
  let before = '['
  for (const { id, name, formName, attributes, updateTime } of heads) {
    const column = columnOfGame({ formName, attributes })
    const head = JSON.stringify({ id, name, formName, attributes, updateTime })
    yield `${before}${head.slice(0, -1)},"values":[`
    let comma = ''
    const characters = new Set<string>()
    for await (const page of allRows(db, id)) {
      for (const part of chunks(page, textRows)) {
        const seen = part.filter(({ data }) => seesRow(column, data, games))
        const rows = seen.map(({ id: dataId, data }) => JSON.stringify({ dataId, data }))
        for (const { data } of seen) for (const character of data[1] ?? '') characters.add(character)
        if (rows.length > 0) yield comma + rows.join()
        if (rows.length > 0) comma = ','
        await breathe()
      }
    }
    yield `],"syllables":${JSON.stringify(await syllablesOf([...characters].filter(hasSyllable)))}}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function syllablesOf(characters: readonly string[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const part of chunks(characters, textRows)) {
    for (const character of part) read[character] = pinyinOf(character)
    await breathe()
  }
  return read
}

type LabelsById = Map<number, ReadonlyMap<string, string>>

/** Labels by code for each dictionary; codes of the same label are told apart. */
export async function readLabels(db: Kysely<Database>, dictIds: readonly number[]): Promise<LabelsById> {
  return new Map([...(await readOwnLabels(db, dictIds))].map(([id, labels]) => [id, toldApart(labels)]))
}

/**
 * Labels as the dictionaries have them, for tables that tell apart only those that they show: the first column is the
 * code, the second its label.
 */
export async function readOwnLabels(db: Kysely<Database>, dictIds: readonly number[]): Promise<LabelsById> {
  const labels: LabelsById = new Map()
  for (const [id, rows] of await readValues(db, [...new Set(dictIds)])) {
    const own = new Map<string, string>()
    for (const part of chunks(rows, textRows)) {
      for (const { data } of part) {
        const [code, label] = data
        if (code !== undefined && label) own.set(code, label)
      }
      await breathe()
    }
    labels.set(id, own)
  }
  return labels
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
  return heads.map((head) => ({ ...head, values: seenRows(head, values.get(head.id) ?? [], games) }))
}
