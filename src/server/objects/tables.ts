// Tables that all kinds of objects share: their unique names, and the history of their changes.
import { counted, defineTable, type RowsOf, text, whole } from '../metadata/table.ts'

/** Columns that every object's table has. */
export const objectColumns = {
  id: counted(),
  owner_id: whole().refersTo('user'),
  created_at: text(),
  modified_at: text(),
  /** The last user who changed it; its owner when nobody has. */
  modified_by: whole().refersTo('user'),
  /** Increases with every change. */
  revision: whole(),
  deleted_at: text().nullable(),
}

const objectName = defineTable({
  name: 'object_name',
  made: '0007-objects',
  key: ['kind', 'scope', 'name_key'],
  columns: {
    kind: text(),
    scope: text(),
    /** As made by `nameKey`. */
    name_key: text(),
    /** The object's id as a text, whatever its type. */
    object_id: text(),
  },
  indexes: [{ columns: ['kind', 'object_id'] }],
  backup: 'rows',
})

const objectChange = defineTable({
  name: 'object_change',
  made: '0007-objects',
  key: 'id',
  columns: {
    id: counted(),
    kind: text(),
    object_id: text(),
    at: text(),
    user_id: whole(),
    action: text<'change' | 'delete' | 'restore'>(),
    /** JSON array of FieldChange; never contains a secret. */
    changes: text(),
    /** JSON of the changed columns' previous values, for kinds that can be restored. */
    before: text().nullable().since('0013-definitions-as-objects'),
  },
  indexes: [{ columns: ['kind', 'object_id'] }],
  backup: 'rows',
})

export const objectTables = [objectName, objectChange]

declare module '../metadata/schema.ts' {
  interface Database extends RowsOf<typeof objectTables> {}
}
