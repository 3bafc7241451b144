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

// A default for rows that existed before the column was added.
const number = (value: number) => whole().since(becomesObjects, value) as unknown as Column<Generated<number>>
const words = (value: string) => text().since(becomesObjects, value) as unknown as Column<Generated<string>>

/** Registers the names of existing dictionaries; if two share a name, the older one gets it. */
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
    /** 0 for dictionaries that came with the installation. */
    owner_id: number(0),
    created_at: words(''),
    modified_at: words(''),
    modified_by: number(0),
    /** Grows with every change, including changes of rows. */
    revision: number(1),
    /** The revision that last changed the name or the columns. */
    shape_revision: number(1),
    /**
     * The original name of a deleted dictionary: names are unique in the store, so it has another name
     * meanwhile.
     */
    kept_name: text().nullable().since(becomesObjects) as unknown as Column<Generated<string | null>>,
    deleted_at: text().nullable().since(becomesObjects) as unknown as Column<Generated<string | null>>,
  },
  changes: { [becomesObjects]: adoptDictionaries },
  seen: everybody,
  backup: 'rows',
})

/** The part of a code that fits into an index. */
export const codeKey = (code: string): string => code.slice(0, 200).toWellFormed()

const pageRows = 2_000

/**
 * Copies the first cell of each row into a column of its own, so that a code is found without reading all
 * rows.
 */
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
    /** The first cell. */
    code: words(''),
    /** The dictionary's revision that last changed the row. */
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
