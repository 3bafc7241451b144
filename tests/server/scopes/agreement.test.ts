// The two forms of a visibility declaration agree on every row: the condition in each store, and the predicate in
// memory. For all tables with a declaration, with random rows and readers.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { ColumnShape, ScopedTable, Table } from '#server/metadata/table.ts'
import { gamesText } from '#server/objects/games.ts'
import { type AnyTable, anyTable } from '#server/objects/reading.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { isAlive, isMortal } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import {
  alive,
  either,
  every,
  is,
  named,
  oneOf,
  owner,
  type Reader,
  reader,
  type Seen,
} from '#server/scopes/seen.ts'
import { type Grant, rights, toAll, wordOf, wordsText } from '#shared/grants.ts'
import { chance } from '#tests/factories/chance.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'

type Declared = Pick<ScopedTable, 'name' | 'columns' | 'seen'>
const isScoped = (table: Table): table is ScopedTable => table.seen !== undefined
const columns = Object.assign({}, ...tables.map((table) => table.columns)) as ScopedTable['columns']
/** As a kind of objects widens what its table says, by what it has read before. */
const widened = either(
  owner('owner_id'),
  every(alive, oneOf('folder_id', [2, null])),
  every(reader(3), is('folder_id', 1)),
  every(named('["see:role:2","edit:user:1"]'), is('folder_id', 7)),
  either(),
)
const scoped: Declared[] = [
  ...tables.filter(isScoped),
  { name: 'what a kind of objects widens', columns, seen: widened },
]
const probe = 'scope_probe'

/** Names that would be taken for others by whoever looked for a part of the text. */
const games = ['a', 'b', 'ab', ',', '*', '"', 'x"a', '[', ']', '\\', '游戏', 'a","b', "o'c"]
const values = ['ios', 'web', '', 'i"os', null] as const
const ids = [1, 2, 3]
const rows = 150
const readers = 25

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item
const some = <Item>(random: Random, items: readonly Item[], share = 0.4): Item[] =>
  items.filter(() => random() < share)

const drawnGames = (random: Random): 'all' | string[] => (random() < 0.2 ? 'all' : some(random, games))
const drawnRule = (random: Random): RowRule => ({
  dim: pick(random, [4, 5]),
  how: pick(random, ['only', 'except'] as const),
  values: some(random, values, 0.5),
  open: random() < 0.5,
})
const drawnRules = (random: Random): RowRule[] =>
  Array.from({ length: pick(random, [0, 0, 1, 2]) }, () => drawnRule(random))
const drawnReader = (random: Random): Reader => ({
  id: pick(random, ids),
  role: pick(random, [...ids, undefined]),
  games: drawnGames(random),
  rules: drawnRules(random),
})

const drawnGrants = (random: Random): string => {
  const grants = ids.flatMap((id) =>
    (['user', 'role'] as const).map((kind): Grant => ({ kind, id, right: pick(random, rights) })),
  )
  const words = some(random, grants, 0.2).map(wordOf)
  return wordsText(random() < 0.1 ? [...words, toAll] : words)
}

/** What each column that the declaration names may hold. */
function cells(random: Random, seen: Seen, found: Record<string, unknown> = {}): Record<string, unknown> {
  if ('parts' in seen) for (const part of seen.parts) cells(random, part, found)
  if (seen.by === 'owner') found[seen.column] = pick(random, ids)
  if (seen.by === 'granted') found[seen.column] = drawnGrants(random)
  if (seen.by === 'game')
    found[seen.column] = pick(random, seen.ofAll === undefined ? games : [...games, seen.ofAll])
  if (seen.by === 'value') found[seen.column] ??= pick(random, [...seen.values, beside(seen.values[0])])
  if (seen.by === 'someGame' || seen.by === 'everyGame') found[seen.column] = gamesText(drawnGames(random))
  if (seen.by === 'keptRows' && (!(seen.column in found) || random() < 0.8))
    found[seen.column] = rowsText({ games: drawnGames(random), rules: drawnRules(random) })
  return found
}

/** No value of a declaration, though one that its column may hold. */
const beside = (value: unknown) => (typeof value === 'string' ? '["a"]' : 7)

/** Rows of these columns alone: whom other columns refer to is not asked. */
async function fill(db: AnyTable, table: Declared, drawn: readonly Record<string, unknown>[]): Promise<void> {
  const names = Object.keys(drawn[0] ?? {})
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(typeOf(table.columns[name]))}`)
  await sql`drop table if exists ${sql.table(probe)}`.execute(db)
  await sql`create table ${sql.table(probe)} (${sql.join(columns)})`.execute(db)
  await db.insertInto(probe).values(drawn).execute()
}

const typeOf = (column: ColumnShape | undefined): string => (column?.kind === 'text' ? 'text' : 'integer')

const drawnRows = (random: Random, table: Declared) =>
  Array.from({ length: rows }, (_, at) => ({
    row: at,
    ...cells(random, table.seen),
    ...(isMortal(table) && { deleted_at: random() < 0.3 ? '2026-01-01T00:00:00.000Z' : null }),
  }))

describeStores('the condition of the store and the predicate agree', (store) => {
  let metadata: Metadata
  let db: AnyTable
  beforeAll(async () => {
    metadata = await store.open()
    db = anyTable(metadata.db)
  })

  it.each(scoped.map((table) => [table.name, table] as const))('on %s', async (_, table) => {
    const random = chance()
    await fill(db, table, drawnRows(random, table))
    const kept = await db.selectFrom(probe).selectAll().execute()
    const living = kept.filter((row) => !isMortal(table) || isAlive(row as { deleted_at: string | null }))
    let [seen, hidden] = [0, 0]
    for (let at = 0; at < readers; at++) {
      const asking = drawnReader(random)
      const expected = living.filter((row) => sees(table.seen, asking, row))
      const condition = seenBy(metadata.db, table, asking, probe)
      const found = await db.selectFrom(probe).selectAll().where(condition).execute()
      expect(rowsOf(found), JSON.stringify(asking)).toEqual(rowsOf(expected))
      seen += expected.length
      hidden += living.length - expected.length
    }
    expect(seen).toBeGreaterThan(0)
    if (table.seen.by !== 'everybody') expect(hidden).toBeGreaterThan(0)
  })
})

const rowsOf = (found: readonly Record<string, unknown>[]): number[] =>
  found.map(({ row }) => Number(row)).sort((one, other) => one - other)
