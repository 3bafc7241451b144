// What the event form offers: categories, games, and codes of the facts without an event.

import type { Model, PhysicalTable, PointTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { gamesOf, readGames } from '#server/objects/games.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import type { Caller } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import { type EventOptions, eventStates, eventStateTitles } from '#features/lists/contract.ts'
import { type EventDefinition, events } from '../objectKinds.ts'
import { eventColumns } from './uses.ts'

/** How many days of facts are searched. */
const daysSeen = 30
const mostCodes = 500

export async function eventOptions(deps: Deps, caller: Caller, signal?: AbortSignal): Promise<EventOptions> {
  const { db } = deps.metadata
  const rows = await db.selectFrom('event_definition').selectAll().where(living('event_definition')).execute()
  const seen = rows.filter((row) => sees(events.seen, caller, row))
  const categories = [...new Set(seen.map(({ category }) => category))].filter((name) => name !== '').sort()
  const base = {
    categories,
    games: await gamesOf(db, caller),
    states: eventStates.map((key) => ({ key, title: eventStateTitles[key] })),
  }
  try {
    return { ...base, unnamed: await unnamedCodes(deps, caller, rows, signal), problem: '' }
  } catch (error) {
    // The form works without the codes; the error shows in their place.
    if (!(error instanceof AppError) || signal?.aborted) throw error
    return { ...base, unnamed: [], problem: error.message }
  }
}

interface EventFact {
  fact: PointTable
  physical: PhysicalTable
  column: string
}

function eventFacts({ pointTables, tables }: Model): EventFact[] {
  return pointTables.flatMap((fact) => {
    const physical = tables.find(({ name }) => name.toLowerCase() === fact.table_truename.toLowerCase())
    const column = physical?.columns.find(({ name }) => eventColumns.includes(name.toLowerCase()))
    return physical && column ? [{ fact, physical, column: column.name }] : []
  })
}

type UnnamedCode = EventOptions['unnamed'][number]

async function unnamedCodes(
  deps: Deps,
  caller: Caller,
  defined: readonly EventDefinition[],
  signal: AbortSignal | undefined,
): Promise<UnnamedCode[]> {
  await refuseRuled(deps.metadata.db, caller, '数据里的事件')
  const { games } = caller
  const model = await readModel(deps)
  const found = new Map<string, UnnamedCode>()
  for (const event of eventFacts(model)) {
    // Rows without a game are visible only to users of all games.
    if (games !== 'all' && event.fact.game_column === null) continue
    const seen = (await readCodes(deps, event, signal)).filter(
      ({ code, cgi }) => (games === 'all' || games.includes(cgi)) && !isNamed(defined, code, cgi),
    )
    for (const { code, cgi, rows, lastDay } of seen) {
      const key = JSON.stringify([event.fact.name, code])
      const known = found.get(key) ?? { code, table: event.fact.name, games: [], rows: 0, lastDay: null }
      if (cgi !== '') known.games.push(cgi)
      known.games.sort()
      known.rows += rows
      if (lastDay !== null && (known.lastDay === null || lastDay > known.lastDay)) known.lastDay = lastDay
      found.set(key, known)
    }
  }
  return [...found.values()].sort((one, other) => other.rows - one.rows).slice(0, mostCodes)
}

const isNamed = (defined: readonly EventDefinition[], code: string, cgi: string): boolean =>
  defined.some((event) => {
    const games = readGames(event.games)
    return event.code === code && (games === 'all' || games.includes(cgi))
  })

interface SeenCode {
  code: string
  cgi: string
  rows: number
  lastDay: string | null
}

/** Counts each game separately, so that readers of some games count only theirs. */
async function readCodes(
  { warehouse, settings }: Deps,
  { fact, physical, column }: EventFact,
  signal: AbortSignal | undefined,
): Promise<SeenCode[]> {
  const statement = new WarehouseStatement(warehouse)
  const code = statement.name(column)
  const game = fact.game_column === null ? "''" : statement.text(statement.name(fact.game_column))
  const date = fact.date_column === null ? null : statement.name(fact.date_column)
  const from = dayText((calendarDay(businessDay(settings)) ?? 0) - daysSeen + 1)
  const since = date === null ? '' : ` AND ${date} >= ${statement.bind(from, 'date')}`
  const lastDay = date === null ? 'NULL' : statement.text(`max(${date})`)
  const sql = `SELECT ${statement.text(code)} AS code, ${game} AS cgi, count(*) AS n, ${lastDay} AS last_day
    FROM ${statement.name(physical.name)} WHERE ${code} IS NOT NULL${since}
    GROUP BY 1, 2 ORDER BY n DESC LIMIT 5000`
  const { chunks } = await warehouse.run({
    sql,
    params: statement.params,
    pool: 'report',
    ...(signal && { signal }),
  })
  const seen = chunks.flatMap(({ columns, rowCount }) => {
    const [codes = [], games = [], counts = [], days = []] = columns.map(
      (cells) => JSON.parse(cells) as unknown[],
    )
    return Array.from(
      { length: rowCount },
      (_, row): SeenCode => ({
        code: String(codes[row]),
        cgi: String(games[row] ?? ''),
        rows: Number(counts[row]),
        lastDay: days[row] === null ? null : String(days[row]).slice(0, 10),
      }),
    )
  })
  return seen.filter(({ code }) => code.trim() !== '')
}
