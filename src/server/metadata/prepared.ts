// Statements that almost every request runs: their SQL is generated once for each store, because generating
// it costs as much as running it.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Returns the rows of the query that `build` makes; `build` must always make the same query. */
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
