// Dictionaries and their rows.
import { counted, defineTable, type RowsOf, text, whole } from '../../../server/metadata/table.ts'

const firstTables = '0001-first-tables'

const dictionary = defineTable({
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
  },
  backup: 'rows',
})

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
  },
  backup: 'rows',
})

export const dictionaryTables = [dictionary, dictionaryData]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof dictionaryTables> {}
}
