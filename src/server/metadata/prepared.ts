// Statements that are asked at nearly every request, and always the same: their text is made once for each store, which
// costs as much as asking it.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** The rows of what `build` makes; it must make the same whenever it is called. */
export function preparedQuery<Row>(build: (db: Db) => Compilable<Row>): (db: Db) => Promise<Row[]> {
  // A transaction is another Db of the same store.
  const byStore = new WeakMap<object, CompiledQuery<Row>>()
  return async (db) => {
    const store = db.getExecutor().adapter
    const known = byStore.get(store) ?? build(db).compile()
    byStore.set(store, known)
    return (await db.executeQuery(known)).rows
  }
}
