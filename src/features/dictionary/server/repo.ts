// Dictionaries as the metadata store keeps them.
import type { Kysely } from 'kysely'
import type { Database } from '../../../server/metadata/schema.ts'
import type { Dictionary } from '../contract.ts'

export type DictionaryHead = Omit<Dictionary, 'values'>

/** All dictionaries without their values, in the order in which they were made. */
export async function readHeads(db: Kysely<Database>): Promise<DictionaryHead[]> {
  const rows = await db.selectFrom('dictionary').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    formName: row.form_name,
    attributes: JSON.parse(row.attributes) as string[],
    updateTime: row.update_time,
  }))
}

/** Values by dictionary, in order. */
export async function readValues(
  db: Kysely<Database>,
  dictIds: readonly number[],
): Promise<Map<number, Dictionary['values']>> {
  const values = new Map<number, Dictionary['values']>(dictIds.map((id) => [id, []]))
  if (dictIds.length === 0) return values
  const rows = await db
    .selectFrom('dictionary_data')
    .selectAll()
    .where('dict_id', 'in', [...dictIds])
    .orderBy('dict_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    values.get(row.dict_id)?.push({ dataId: row.id, data: JSON.parse(row.data) as string[] })
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
