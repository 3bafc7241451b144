// Statements that list what is behind a cell of a report of activity (plan/cohort/activity/lists.ts).
import type { PhysicalColumn } from '#semantic/model/expression/columns.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { ActivityList } from '#semantic/plan/cohort/activity/lists.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { cellConditions, type WantedCells } from '#semantic/sql/cell.ts'
import type { Dialect } from '#semantic/sql/dialect.ts'
import { mostColumns, type RowsStatements } from '#semantic/sql/factRows.ts'
import { define, indent, select } from '#semantic/sql/select.ts'
import { freePrefix, type Statement } from '#semantic/sql/statement.ts'
import { Writer } from '#semantic/sql/writer.ts'
import { calendarDay } from '#shared/day.ts'
import { identityColumns, type PlayerColumn } from '../identity.ts'
import { column, conjunction, fromFact, ofRow } from '../players.ts'
import { chosenText, knownText, memberColumns } from './members.ts'
import { dayNumber, identityOf } from './source.ts'

interface WantedLists {
  lists: ActivityList[]
  cells: WantedCells
  /** Row limit of each list. */
  limit: number
  /** Finds a fact's table by its physical name. */
  physical: (name: string) => PhysicalTable | undefined
}

export function writeActivityLists(
  plan: ActivityPlan,
  { lists, cells, limit, physical }: WantedLists,
  dialect: Dialect,
): RowsStatements[] {
  return lists.map((list) => {
    const table = list.table === null ? undefined : physical(list.table)
    const facts = (table?.columns ?? []).slice(0, mostColumns)
    const tables = [...new Set(plan.tables)]
    const statement = (most: number | null): Statement => {
      const writer = new Writer(dialect)
      const listing: Listing = { plan, list, cells, members: `${freePrefix(tables)}members`, writer }
      return { sql: textOf(listing, facts, most), params: writer.params, tables }
    }
    const shown = list.what === 'players' ? playerColumns(plan) : facts
    return {
      title: list.title,
      table: table?.name ?? '',
      columns: shown.map(({ name, comment, type }) => ({ name, comment, type })),
      list: statement(limit),
      count: statement(null),
    }
  })
}

interface Listing {
  plan: ActivityPlan
  list: ActivityList
  cells: WantedCells
  members: string
  writer: Writer
}

/** Game, player, and the last active day up to the cell's day. */
function playerColumns(plan: ActivityPlan): PlayerColumn[] {
  return [
    ...identityColumns({ hasGame: plan.people.game !== null, listedBy: plan.listedBy }),
    {
      name: 'last_day',
      comment: '最后一次活跃',
      type: 'DATE',
      // A number of days added to a date is a date on both warehouses.
      text: (writer) => {
        const last = writer.dialect.aggregate('max', writer.name(memberColumns.last), null)
        return `${writer.dialect.day(plan.first)} + CAST(${last} AS INTEGER)`
      },
    },
  ]
}

/** Null `limit`: the number of players or rows instead of their list. */
function textOf(listing: Listing, facts: PhysicalColumn[], limit: number | null): string {
  const { plan, list, members, writer } = listing
  const head = `WITH ${define(writer.dialect.materialized(members), membersText(listing))}\n`
  if (list.what !== 'players') {
    const rows = rowsText(listing, facts)
    const text =
      limit === null
        ? select(['count(*)'], [`FROM (\n${indent(rows)}\n) AS listed`])
        : `${rows}\nLIMIT ${limit}`
    return `${head}${text}`
  }
  const player = column('player', writer)
  if (limit === null) return `${head}SELECT ${writer.dialect.aggregate('count', null, null)} FROM ${members}`
  const last = writer.dialect.aggregate('max', writer.name(memberColumns.last), null)
  return `${head}${select(
    playerColumns(plan).map(({ name, text }) => `${text(writer)} AS ${writer.name(name)}`),
    [
      `FROM ${members}`,
      `GROUP BY ${identityOf(plan, writer).join(', ')}`,
      `ORDER BY ${last} DESC, ${player}`,
      `LIMIT ${limit}`,
    ],
  )}`
}

/** The number of the cell's day; without one the last shown day. */
function dayOfCell({ plan, cells }: Pick<Listing, 'plan' | 'cells'>): number {
  const day = plan.days.map((key) => cells.get(key)).find((value) => typeof value === 'string')
  const number = typeof day === 'string' ? calendarDay(day.slice(0, 10)) : null
  return number === null ? plan.span - 1 : number - (calendarDay(plan.first) as number)
}

function membersText(listing: Listing): string {
  const { plan, list, writer } = listing
  const at = dayOfCell(listing)
  const known = knownText(plan, { at, of: list.of, conditions: cellsText(listing) }, writer)
  return select(
    ['*'],
    [`FROM (\n${indent(known)}\n) AS known`, `WHERE ${chosenText(plan, list.of, at, writer)}`],
  )
}

/** The values of the cell's row, over the fact's rows. */
function cellsText({ plan, cells, writer }: Listing): string[] {
  const texts = new Map(
    plan.groups.flatMap((key, index) => {
      const node = plan.people.dims[index]
      return node === undefined ? [] : [[key, `(${writer.value(node)})`] as const]
    }),
  )
  return cellConditions(
    plan.columns.filter(({ key }) => plan.groups.includes(key)),
    cells,
    { ...writer.dialect, identifier: (key) => texts.get(key) ?? writer.name(key) },
    (value) => writer.bind({ value }),
  )
}

function rowsText(listing: Listing, facts: PhysicalColumn[]): string {
  const { plan, list, members, writer } = listing
  const { people } = plan
  const { dialect } = writer
  const at = dayOfCell(listing)
  const day = `(${dayNumber(plan, writer)})`
  const on = [
    ...(people.game === null ? [] : [dialect.same(`e.${column('game', writer)}`, writer.write(people.game))]),
    `e.${column('player', writer)} = ${writer.write(people.player)}`,
    ...(list.what === 'last' ? [`e.${writer.name(memberColumns.last)} = ${day}`] : []),
  ]
  const days =
    typeof list.what === 'object'
      ? [`${day} BETWEEN ${at - list.what.within + 1} AND ${at}`]
      : list.what === 'shown'
        ? [`${day} >= 0`]
        : []
  return select(
    facts.map((one) => ofRow(one, writer)),
    [
      ...fromFact(people.physicalName, people.joins, writer),
      `${dialect.semiJoin} ${members} AS e ON ${on.join(' AND ')}`,
      `WHERE ${[conjunction(people.where, writer), ...cellsText(listing), ...days].join(' AND ')}`,
    ],
  )
}
