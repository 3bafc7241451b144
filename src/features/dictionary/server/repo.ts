// Reads dictionaries from the metadata store.
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'
import type { Dictionary } from '../contract.ts'
import { allRows } from './stored.ts'
import type { DictionaryTable } from './tables.ts'

export type DictionaryHead = Omit<Dictionary, 'values'>

/** All dictionaries without their values, in creation order. */
export async function readHeads(db: Kysely<Database>): Promise<DictionaryHead[]> {
  const rows = await db
    .selectFrom('dictionary')
    .selectAll()
    .where(living('dictionary'))
    .orderBy('id')
    .execute()
  return rows.map(headOf)
}

/** Dictionaries without values, each with its revision. */
export async function readVersions(db: Kysely<Database>): Promise<(DictionaryHead & { revision: number })[]> {
  const rows = await db
    .selectFrom('dictionary')
    .selectAll()
    .where(living('dictionary'))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...headOf(row), revision: row.revision }))
}

export const headOf = (
  row: Pick<Selectable<DictionaryTable>, 'id' | 'name' | 'form_name' | 'attributes' | 'update_time'>,
): DictionaryHead => ({
  id: row.id,
  name: row.name,
  formName: row.form_name,
  attributes: JSON.parse(row.attributes) as string[],
  updateTime: row.update_time,
})

/** Values by dictionary, in order. */
export async function readValues(
  db: Kysely<Database>,
  dictIds: readonly number[],
): Promise<Map<number, Dictionary['values']>> {
  const values = new Map<number, Dictionary['values']>()
  for (const dictId of dictIds) {
    const rows: Dictionary['values'] = []
    for await (const page of allRows(db, dictId))
      for (const { id: dataId, data } of page) rows.push({ dataId, data })
    values.set(dictId, rows)
  }
  return values
}

export async function countValues(db: Kysely<Database>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('dictionary_data')
    .select(({ fn }) => ['dict_id', fn.countAll().as('count')])
    .groupBy('dict_id')
    .execute()
  return new Map(rows.map((row) => [row.dict_id, Number(row.count)]))
}
