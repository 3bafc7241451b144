// Computes a player's tags from the warehouse: one statement per table, the same for DuckDB and ClickHouse.
import type { Deps } from '#server/deps.ts'
import type { CountedTag, DerivedTag, TagDefinition } from '#server/userTagSettings.ts'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { columnsOf, definitionsOf, type Found, findTable, isDerived, playersOf } from './definitions.ts'
import { type Player, type PlayerColumns, Statement } from './statement.ts'

interface TagState {
  value: string | number | boolean | null
  at: string | null
  problem: string
}

/** Whether the warehouse knows the player; throws when it can't tell. */
export async function isKnown(deps: Deps, player: Player, signal: AbortSignal): Promise<boolean> {
  const { table, ...columns } = playersOf(deps.settings)
  const found = findTable(deps, table, Object.values(columns))
  if (typeof found === 'string')
    throw new AppError(
      'parameter_wrong',
      `${found}；请管理员在 settings.json 的 userTags.players 中写明玩家表和它的列`,
    )
  const statement = new Statement(deps.warehouse, found)
  const sql = statement.select(['1'], columns, player)
  if (sql === null) return false
  const { params } = statement
  const { rowCount } = await deps.warehouse.run({
    sql: `${sql} LIMIT 1`,
    params,
    pool: 'report',
    limit: 1,
    signal,
  })
  return rowCount > 0
}

/** Tag values by key: of the given types, and of the tags they are derived from. */
export async function readTags(
  deps: Deps,
  player: Player,
  wanted: readonly TagDefinition[],
  signal: AbortSignal,
): Promise<Map<string, TagState>> {
  const needed = withSources(definitionsOf(deps.settings.installation.userTags), wanted)
  const counted = needed.filter((tag) => !isDerived(tag)) as CountedTag[]
  const groups = Map.groupBy(counted, ({ table, player: by = '', game = '' }) =>
    [table.toLowerCase(), by, game].join('\n'),
  )
  const read = await Promise.all([...groups.values()].map((tags) => readGroup(deps, player, tags, signal)))
  const states = new Map(read.flat())
  const today = businessDay(deps.settings)
  for (const tag of needed) if (isDerived(tag)) states.set(tag.key, follow(tag, states, today))
  return states
}

/** A derived tag stands after the tag it is derived from. */
function withSources(all: readonly TagDefinition[], wanted: readonly TagDefinition[]): TagDefinition[] {
  const keys = new Set(wanted.map(({ key }) => key))
  for (const tag of all.toReversed()) if (keys.has(tag.key) && isDerived(tag)) keys.add(tag.of)
  return all.filter(({ key }) => keys.has(key))
}

async function readGroup(
  deps: Deps,
  player: Player,
  tags: readonly CountedTag[],
  signal: AbortSignal,
): Promise<[string, TagState][]> {
  const players = playersOf(deps.settings)
  const states: [string, TagState][] = []
  const told: CountedTag[] = []
  for (const tag of tags) {
    const found = findTable(deps, tag.table, columnsOf(tag, players))
    if (typeof found === 'string') states.push([tag.key, { value: null, at: null, problem: found }])
    else told.push(tag)
  }
  const [first] = told
  if (!first) return states
  const found = findTable(
    deps,
    first.table,
    told.flatMap((tag) => columnsOf(tag, players)),
  ) as Found
  const columns = { player: first.player ?? players.player, game: first.game ?? players.game }
  const values = await run(deps, found, told, columns, player, signal)
  return [
    ...states,
    ...told.map((tag, at): [string, TagState] => [
      tag.key,
      values instanceof Error
        ? { value: null, at: null, problem: values.message }
        : { value: shaped(tag, values[at]), at: found.updatedAt, problem: '' },
    ]),
  ]
}

async function run(
  { settings, warehouse }: Deps,
  found: Found,
  tags: readonly CountedTag[],
  columns: PlayerColumns,
  player: Player,
  signal: AbortSignal,
): Promise<unknown[] | Error> {
  const today = businessDay(settings)
  const statement = new Statement(warehouse, found)
  const values = tags.map((tag) => statement.aggregate(tag, today))
  const sql = statement.select(values, columns, player)
  if (sql === null) return tags.map(() => null)
  try {
    const { params } = statement
    const { chunks } = await warehouse.run({ sql, params, pool: 'report', limit: 1, signal })
    const row = chunks.find(({ rowCount }) => rowCount > 0)
    return row?.columns.map((cells) => (JSON.parse(cells) as unknown[])[0]) ?? []
  } catch (error) {
    // True for a definition that does not fit its columns; any other error is not the tag's fault.
    if (!(error instanceof AppError) || error.code !== 'query_failed') throw error
    return new Error('定义与表的列不符，请管理员检查 settings.json 的 userTags')
  }
}

/** Numbers beyond JSON's precision arrive as texts. */
function shaped({ kind }: CountedTag, value: unknown): TagState['value'] {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'number':
    case 'money':
      return Number.isFinite(Number(value)) ? Number(value) : String(value)
    case 'flag':
      return value === true || value === 1 || value === 'true'
    case 'day':
      return String(value).slice(0, 10)
    case 'time':
      return String(value).slice(0, 19)
    default:
      return String(value)
  }
}

function follow(
  { of, since, steps, kind }: DerivedTag,
  states: ReadonlyMap<string, TagState>,
  today: string,
): TagState {
  const from = states.get(of)
  if (!from || from.value === null) return { value: null, at: from?.at ?? null, problem: from?.problem ?? '' }
  const number = since ? dayNumber(today) - dayNumber(String(from.value)) : Number(from.value)
  if (!steps) return { ...from, value: kind === 'text' ? String(number) : number }
  const reached = steps
    .toSorted((one, other) => one.least - other.least)
    .findLast(({ least }) => number >= least)
  return { ...from, value: reached?.text ?? null }
}
