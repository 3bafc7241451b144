// What texts of games and of rows (JSON, as objects/games.ts and objects/rowScopes.ts keep them) say to a reader, in the
// words of each store.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GameScope, RowRule, RowScope } from '#semantic/model/rowScope.ts'

type Text = Expression<unknown>
type Condition = RawBuilder<SqlBool>

export interface Matching {
  /** Whether a JSON array has one of the texts, of which there is at least one. */
  hasOne(array: Text, texts: readonly string[]): Condition
  someGame(stored: Text, games: GameScope): Condition
  everyGame(stored: Text, games: GameScope): Condition
  keptRows(stored: Text, reader: RowScope): Condition
}

/** What the words of a store are needed for. */
interface Words {
  /** Whether an array has one of the texts; none for an empty list. */
  hasOne(array: Text, texts: readonly string[]): Condition
  hasNoOther(array: Text, texts: readonly string[]): Condition
  gamesOf(stored: Text): Text
  /** Whether one of the rules that held implies the reader's. */
  heldTo(stored: Text, rule: RowRule): Condition
}

const allGames = sql`'"*"'`
const noGames = sql`'[]'`

function matchingIn({ hasOne, hasNoOther, gamesOf, heldTo }: Words): Matching {
  const someGame: Matching['someGame'] = (stored, games) => {
    if (games === 'all') return sql`${stored} <> ${noGames}`
    return games.length === 0 ? sql`false` : sql`(${stored} = ${allGames} or ${hasOne(stored, games)})`
  }
  const everyGame: Matching['everyGame'] = (stored, games) =>
    games === 'all' ? sql`true` : sql`(${stored} <> ${allGames} and ${hasNoOther(stored, games)})`
  return {
    hasOne,
    someGame,
    everyGame,
    keptRows: (stored, { games, rules }) =>
      sql`(${sql.join(
        [everyGame(gamesOf(stored), games), ...rules.map((rule) => heldTo(stored, rule))],
        sql` and `,
      )})`,
  }
}

const list = (texts: readonly string[]) => sql`(${sql.join(texts)})`

/** Whether no value of a rule is left over beside those of the other. */
const valuesWithin = (values: Text, others: Text): Condition =>
  sql`not exists (select 1 from ${values} as a where not exists (select 1 from ${others} as b where b.value is a.value))`
const valuesApart = (values: Text, others: Text): Condition =>
  sql`not exists (select 1 from ${values} as a, ${others} as b where b.value is a.value)`

export const inSqlite = matchingIn({
  hasOne: (array, texts) =>
    sql`exists (select 1 from json_each(${array}) as one where one.value in ${list(texts)})`,
  hasNoOther: (array, texts) =>
    texts.length === 0
      ? sql`${array} = ${noGames}`
      : sql`not exists (select 1 from json_each(${array}) as one where one.value not in ${list(texts)})`,
  gamesOf: (stored) =>
    sql`(case when json_type(${stored}) = 'object' then ${stored} -> '$.games' else ${stored} end)`,
  heldTo(stored, { dim, how, values, open }) {
    const held = sql`json_each(held.value, '$.values')`
    const own = sql`json_each(${JSON.stringify(values)})`
    const only = how === 'only' ? valuesWithin(held, own) : valuesApart(held, own)
    const except = how === 'except' ? valuesWithin(own, held) : sql`false`
    return sql`exists (select 1 from json_each(${stored}, '$.rules') as held
      where held.value ->> '$.dim' = ${dim} and ${open ? sql`true` : sql`held.value ->> '$.open' = 0`}
      and case held.value ->> '$.how' when 'only' then ${only} else ${except} end)`
  },
})

const textArray = (texts: readonly string[]) => sql`array[${sql.join(texts)}]::text[]`

export const inPostgres = matchingIn({
  hasOne: (array, texts) => sql`(${array})::jsonb ?| ${textArray(texts)}`,
  hasNoOther: (array, texts) => sql`(${array})::jsonb <@ ${JSON.stringify(texts)}::jsonb`,
  gamesOf: (stored) =>
    sql`(case when jsonb_typeof((${stored})::jsonb) = 'object' then ((${stored})::jsonb -> 'games')::text else ${stored} end)`,
  heldTo(stored, { dim, how, values, open }) {
    const held = sql`held.value -> 'values'`
    const own = sql`${JSON.stringify(values)}::jsonb`
    const apart = sql`not exists (select 1 from jsonb_array_elements(${held}) as a(value) where ${own} @> a.value)`
    const only = how === 'only' ? sql`${held} <@ ${own}` : apart
    const except = how === 'except' ? sql`${own} <@ (${held})` : sql`false`
    return sql`exists (select 1 from jsonb_array_elements((${stored})::jsonb -> 'rules') as held(value)
      where held.value -> 'dim' = ${String(dim)}::jsonb and ${open ? sql`true` : sql`held.value -> 'open' = 'false'::jsonb`}
      and case held.value ->> 'how' when 'only' then ${only} else ${except} end)`
  },
})
