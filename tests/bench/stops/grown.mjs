// A demo in which somebody has made much of everything that anybody may make: its rows, many times over.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Rows that each table is filled up to, and the columns by which rows may not be equal. */
const tables = {
  view_type: { count: 200, differing: ['name'] },
  view_meta: { count: 2_000, differing: ['name'] },
  saved_query: { count: 2_000, differing: ['id', 'name'] },
  sql_run: { count: 10_000, differing: ['id'] },
  custom_report: { count: 1_000, differing: ['id', 'name'] },
  calendar_note: { count: 2_000, differing: ['title'] },
  black_entry: { count: 100_000, differing: ['value'] },
  white_entry: { count: 100_000, differing: ['value'] },
  event_definition: { count: 5_000, differing: ['code', 'name'] },
  audit: { count: 100_000, differing: [] },
}

/** While the server is down. */
export async function growData(dataDir) {
  const path = join(dataDir, 'metadata.sqlite')
  const store = new DatabaseSync(path)
  store.exec('begin')
  for (const [table, { count, differing }] of Object.entries(tables)) fill(store, table, count, differing)
  // Many tries to sign in were among what was sent.
  store.exec('delete from login_try')
  store.exec('commit')
  store.close()
  // What was changed here was meant.
  await rm(`${path}.sha256`, { force: true })
}

function fill(store, table, count, differing) {
  const columns = store.prepare(`pragma table_info(${table})`).all()
  const present = store.prepare(`select count(*) as count from ${table}`).get().count
  if (present === 0) {
    console.error(`   ${table} has no row to copy`)
    return
  }
  const ownIds = columns.some(({ name, type }) => name === 'id' && type.toLowerCase() === 'integer')
  const names = columns.map(({ name }) => name).filter((name) => !(ownIds && name === 'id'))
  const values = names.map((name) => (differing.includes(name) ? `${name} || '-' || n` : name))
  store.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count - present})
    insert into ${table} (${names.join()})
    select ${values.join()} from numbers, (select * from ${table} limit 1)`)
}
