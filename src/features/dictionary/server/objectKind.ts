// Dictionaries as objects: their names are unique, and their history records name, columns and rows.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type DictionaryTable, dictionary } from './tables.ts'

export type DictionaryObject = Selectable<DictionaryTable>

const columnsShown = (stored: unknown): string => (JSON.parse(String(stored)) as string[]).join('、')

export const dictionaries: ObjectKind<DictionaryObject> = {
  table: 'dictionary',
  name: 'dictionary',
  fields: {
    name: { title: '名称' },
    form_name: { title: '表单名' },
    attributes: { title: '列', show: columnsShown },
  },
  seen: dictionary.seen,
  runs: 'never',
  names: ({ name, form_name }) => [
    { scope: 'name', name },
    { scope: 'formName', name: form_name },
  ],
  taken: { field: 'name', message: '已有同名的字典，请换一个名称' },
}
