// Entries: one row per player (and game), the first that counts. It dates the player's cohort, and supplies the values
// of the report's dimensions.
//
//   how 'ever' (retention)     the first row of all time; it must lie in the range and pass the filters
//   how 'everByTime'           the same, by its time and not only its day
//   how 'inRange' (funnel)     the first of the rows that lie in the range and pass the filters
import { findColumn } from '#semantic/model/expression/columns.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import type { CompileContext, Dimension } from '#semantic/model/types.ts'
import { dayBound } from '../asked/filters.ts'
import { grainOf, isBusinessDate } from '../asked/grain.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { planFact, type Restrictions } from '../facts/facts.ts'
import { gameNode } from '../facts/factTable.ts'
import { lookedUpIn } from '../facts/rules.ts'
import { binary, field } from '../tree/build.ts'
import { dayNode, factSource } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { type CohortRestrictions, entryField, isSomebody, type People } from './people.ts'
import type { EntryDimension, EntryPlan } from './tree.ts'

interface PlannedEntries {
  plan: EntryPlan
  /** Kind of each dimension's values. */
  kinds: Kind[]
}

/**
 * Throws ReportProblem if the fact can't reach a dimension or filter. `inRange` and `everByTime` order rows by time,
 * if the fact has one.
 */
export function planEntries(
  people: People,
  how: 'ever' | 'everByTime' | 'inRange',
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): PlannedEntries {
  const { fact } = people.request
  const planned = planFact(people.request, { ...restrictions, range: null }, lookup, context)
  const ever = how !== 'inRange'
  // A fact without a game column may be limited to the reader's games by a joined table: `where` then needs the join.
  const limitedByJoin = fact.table.game_column === null && planned.plan.joins.length > 0
  const plan: EntryPlan = {
    physicalName: planned.plan.physicalName,
    joins: planned.plan.joins,
    game: people.game?.node ?? null,
    player: people.player,
    listedBy: people.listedBy,
    day: dayNode(people.days),
    time: people.time,
    byTime: how !== 'ever' && people.time !== null,
    from: dayIs(people, '>=', range.from),
    until: dayIs(people, '<', range.until),
    ever,
    entryFrom: binary('>=', entryField('day', 'date'), { kind: 'day', day: range.from }),
    where: [...planned.standing, ...(ever ? [] : planned.filters), isSomebody(people.player)],
    joinsEarly: limitedByJoin || (!ever && planned.filters.length > 0),
    kept: ever ? planned.filters : [],
    dims: restrictions.dims.map((dimension, index) =>
      entryDimension(dimension, planned.plan.dims[index] as Node, people, restrictions),
    ),
    tie: tieColumns(people),
    single: isSingle(people, restrictions),
  }
  return { plan, kinds: planned.kinds }
}

export const tablesOfEntries = ({ physicalName, joins, where }: EntryPlan): string[] => [
  ...joins.map(({ table }) => table),
  physicalName,
  ...lookedUpIn(where),
]

/** A bound on a row's day, written on the bare column, so that the warehouse can skip blocks outside. */
export function dayIs({ days }: Pick<People, 'days'>, operator: '>=' | '<', day: string): Node {
  const times = days.kind === 'datetime' ? { node: days.node, cutoffHour: days.cutoffHour } : null
  return dayBound({ node: days.node, days: times }, operator, day)
}

function entryDimension(
  dimension: Dimension,
  node: Node,
  people: People,
  { grain: choice }: Pick<Restrictions, 'grain'>,
): EntryDimension {
  const key = `d${dimension.id}`
  if (isBusinessDate(dimension)) {
    const day = entryField('day', 'date')
    const grain = grainOf(dimension, choice) ?? 'day'
    const ofEntry: Node = grain === 'day' ? day : { kind: 'truncated', operand: day, grain, from: 'date' }
    return { key, node, ofEntry }
  }
  if (isGame(dimension)) return { key, node, ofEntry: entryField('game', people.game?.kind ?? 'unknown') }
  return { key, node, ofEntry: null }
}

/** Whether the dimension is the facts' own game column. */
export function isGame(dimension: Dimension): boolean {
  return dimension.types === 'game' && dimension.table_id === null && !dimension.info.expression?.trim()
}

const same = (column: string, other: string | null): boolean =>
  other !== null && column.toLowerCase() === other.toLowerCase()

/** The game, and the grain key without player, day and time: they distinguish rows of the same time. */
function tieColumns({ request, player, game }: People): Node[] {
  const { table, physical } = request.fact
  const known = [
    table.date_column,
    table.time_column,
    table.game_column,
    player.kind === 'field' ? player.name : null,
  ]
  const further = table.grain_key.flatMap((name) => {
    const column = findColumn(physical, name)
    return column === undefined || known.some((own) => same(name, own)) ? [] : [field(factSource, column)]
  })
  const ofGames = game === null ? gameNode(request.fact) : null
  return ofGames === null ? further : [ofGames.node, ...further]
}

/**
 * Whether the fact's grain key is the player, or the player and the game, if there is one game or games are separate.
 */
function isSingle({ request, player, game }: People, { sight: { games } }: CohortRestrictions): boolean {
  const { grain_key: grainKey, game_column: gameColumn } = request.fact.table
  if (player.kind !== 'field') return false
  const isOneGame = game !== null || (games !== null && (games.value as string[]).length === 1)
  return (
    grainKey.some((column) => same(column, player.name)) &&
    grainKey.every((column) => same(column, player.name) || (isOneGame && same(column, gameColumn)))
  )
}
