// Dictionaries and their rows.
import { type Generated, sql } from 'kysely'
import { breathe } from '#server/limits/breath.ts'
import {
  type Change,
  type Column,
  counted,
  defineTable,
  type RowOf,
  type RowsOf,
  text,
  whole,
} from '#server/metadata/table.ts'
import type { AnyTable } from '#server/objects/reading.ts'
import { nameKey } from '#server/objects/texts.ts'
import { everybody } from '#server/scopes/seen.ts'

const firstTables = '0001-first-tables'
const becomesObjects = '0014-dictionaries'

// The store gives what a column has had since it was added.
const number = (value: number) => whole().since(becomesObjects, value) as unknown as Column<Generated<number>>
const words = (value: string) => text().since(becomesObjects, value) as unknown as Column<Generated<string>>

/** Those that were there have their names; of two that share one, the older. */
const adoptDictionaries: Change = async (db) => {
  const store = db as AnyTable
  const rows = await store
    .selectFrom('dictionary')
    .select(['id', 'name', 'form_name', 'update_time'])
    .orderBy('id')
    .execute()
  const taken = new Set<string>()
  for (const { id, name, form_name, update_time } of rows) {
    const times = { created_at: update_time, modified_at: update_time }
    await store.updateTable('dictionary').set(times).where('id', '=', id).execute()
    for (const [scope, one] of [
      ['name', name],
      ['formName', form_name],
    ] as const) {
      const claimed = { kind: 'dictionary', scope, name_key: nameKey(String(one)), object_id: String(id) }
      const key = `${scope}\n${claimed.name_key}`
      if (!taken.has(key)) await store.insertInto('object_name').values(claimed).execute()
      taken.add(key)
    }
  }
}

export const dictionary = defineTable({
  name: 'dictionary',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    form_name: text(),
    /** JSON array of names. */
    attributes: text(),
    update_time: text(),
    /** 0 for those that came with the installation. */
    owner_id: number(0),
    created_at: words(''),
    modified_at: words(''),
    modified_by: number(0),
    /** Grows by every change, of its rows too. */
    revision: number(1),
    /** The revision that changed its name or columns last. */
    shape_revision: number(1),
    /** Of a deleted one: the store lets no two have one name, so that it bears another meanwhile. */
    kept_name: text().nullable().since(becomesObjects) as unknown as Column<Generated<string | null>>,
    deleted_at: text().nullable().since(becomesObjects) as unknown as Column<Generated<string | null>>,
  },
  changes: { [becomesObjects]: adoptDictionaries },
  seen: everybody,
  backup: 'rows',
})

/** As much of a code as an index takes. */
export const codeKey = (code: string): string => code.slice(0, 200).toWellFormed()

const pageRows = 2_000

/** The first cell of each row stands beside it, so that a code is found without reading all. */
const noteCodes: Change = async (db) => {
  const store = db as AnyTable
  for (let last = 0; ; await breathe()) {
    const rows = await store
      .selectFrom('dictionary_data')
      .select(['id', 'data'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageRows)
      .execute()
    for (const { id, data } of rows) {
      const [code = ''] = JSON.parse(String(data)) as string[]
      await store
        .updateTable('dictionary_data')
        .set({ code: codeKey(code) })
        .where('id', '=', id)
        .execute()
      last = Number(id)
    }
    if (rows.length < pageRows) break
  }
  await sql`create index dictionary_data_by_code on dictionary_data (dict_id, code)`.execute(db)
}

const dictionaryData = defineTable({
  name: 'dictionary_data',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    dict_id: whole().refersTo('dictionary', 'cascade'),
    /** JSON array of texts, one for each attribute. */
    data: text(),
    position: whole(),
    /** The first of them. */
    code: words(''),
    /** The dictionary's revision that made it what it is. */
    revision: number(1),
  },
  changes: { [becomesObjects]: noteCodes },
  backup: 'rows',
})

export type DictionaryTable = RowOf<typeof dictionary>
export type DictionaryDataTable = RowOf<typeof dictionaryData>

export const dictionaryTables = [dictionary, dictionaryData]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof dictionaryTables> {}
}
