// A demo in which somebody has made much of everything that anybody may make: its rows, many times over.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { namedByExamples } from './inputs.ts'

/** A dictionary, a point and a point's past of the id that the contracts' examples name. */
const known = namedByExamples
const points = 8_000

/**
 * Rows that are added to each table as copies of one of its own: `differing` are the columns by which rows may not be
 * equal, `given` what else is not the copied row's (SQL, `n` counts the copies from 1), `like` which row is copied.
 */
const added = [
  { table: 'view_type', count: 200, differing: ['name'] },
  { table: 'view_meta', count: 2_000, differing: ['name'] },
  { table: 'saved_query', count: 2_000, differing: ['id', 'name'] },
  { table: 'sql_run', count: 10_000, differing: ['id'] },
  { table: 'custom_report', count: 1_000, differing: ['id', 'name'] },
  { table: 'calendar_note', count: 2_000, differing: ['title'] },
  { table: 'black_entry', count: 100_000, differing: ['value'] },
  { table: 'white_entry', count: 100_000, differing: ['value'] },
  { table: 'event_definition', count: 5_000, differing: ['code', 'name'] },
  { table: 'audit', count: 100_000 },
  { table: 'user', count: 2_000, differing: ['email', 'username'] },
  { table: 'point', count: points, differing: ['name'], given: { id: '1000 + n' } },
  {
    table: 'point',
    count: 2_000,
    like: "types = 'computed'",
    differing: ['name'],
    given: { name_sql: `'[#' || (1000 + n) || '] / [#' || (1001 + n) || ']'` },
  },
  {
    table: 'report',
    count: 5_000,
    differing: ['report_name'],
    given: {
      info: `json_set(info, '$.points', json_array(${Array.from({ length: 12 }, (_, place) => `1001 + (n * 7 + ${place * 131}) % ${points}`).join()}))`,
    },
  },
  { table: 'point', count: 1, differing: ['name'], given: { id: known } },
  { table: 'report', count: 200, given: { info: `json_set(info, '$.points', json_array(${known}))` } },
  {
    table: 'dictionary',
    count: 1,
    differing: ['name', 'form_name'],
    given: { id: known, attributes: `'["代码","名称","游戏"]'` },
  },
  {
    table: 'dictionary_data',
    count: 100_000,
    given: {
      dict_id: known,
      position: 'n',
      code: "'c' || n",
      data: `json_array('c' || n, '名称 ' || n, '')`,
      revision: 1,
    },
  },
  {
    table: 'dimension',
    count: 1,
    like: "info like '%dictId%'",
    differing: ['name'],
    given: { id: known, info: `json_set(info, '$.dictId', ${known})` },
  },
]

/** Of a thing that has been changed without end. */
const past = { count: 5_000, kinds: ['point', 'dictionary'] }

/** While the server is down. */
export async function growData(dataDir) {
  const path = join(dataDir, 'metadata.sqlite')
  const store = new DatabaseSync(path)
  store.exec('begin')
  for (const rows of added) add(store, rows)
  for (const kind of past.kinds) addPast(store, kind)
  // Many tries to sign in were among what was sent.
  store.exec('delete from login_try')
  store.exec('commit')
  store.close()
  // What was changed here was meant.
  await rm(`${path}.sha256`, { force: true })
}

const numbers = (count) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

function add(store, { table, count, differing = [], given = {}, like = 'true' }) {
  const columns = store.prepare(`pragma table_info("${table}")`).all()
  if (!store.prepare(`select 1 from "${table}" where ${like}`).get()) {
    console.error(`   ${table} has no row to copy`)
    return
  }
  const ownIds = columns.some(({ name, type }) => name === 'id' && type.toLowerCase() === 'integer')
  const names = columns.map(({ name }) => name).filter((name) => !(ownIds && name === 'id') || name in given)
  const values = names.map(
    (name) => given[name] ?? (differing.includes(name) ? `"${name}" || '-' || n` : `"${name}"`),
  )
  store.exec(`${numbers(count)}
    insert into "${table}" (${names.map((name) => `"${name}"`).join()})
    select ${values.join()} from numbers, (select * from "${table}" where ${like} limit 1)`)
}

function addPast(store, kind) {
  const changes = JSON.stringify([
    { field: 'name', title: '名称', from: '旧'.repeat(40), to: '新'.repeat(40) },
  ])
  store
    .prepare(`${numbers(past.count)} insert into object_change (kind, object_id, at, user_id, action, changes)
      select ?, ?, '2026-10-01T00:00:00.000Z', 1, 'change', ? from numbers`)
    .run(kind, String(known), changes)
}
