// Shared pieces of the statements about players: each player's first row, and matching players of two
// sources.
import type { PhysicalColumn } from '#semantic/model/expression/columns.ts'
import {
  type EntryPlan,
  entryColumns,
  entrySource,
  type FollowPlan,
  type Match,
} from '#semantic/plan/cohort/tree.ts'
import { field } from '#semantic/plan/tree/build.ts'
import { factSource } from '#semantic/plan/tree/reached.ts'
import type { Join, Node } from '#semantic/plan/tree/tree.ts'
import { joinTexts } from '../joins.ts'
import { define, indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'

export const column = (name: keyof typeof entryColumns, writer: Writer): string =>
  writer.name(entryColumns[name])

/** A column of the entries: e."_player". */
const ofEntry = (name: keyof typeof entryColumns, writer: Writer): string =>
  `${entrySource}.${column(name, writer)}`

/** A column of the entries in a select list, named as in the entries. */
export const keptEntry = (name: keyof typeof entryColumns, writer: Writer): string =>
  writer.dialect.selected(ofEntry(name, writer), column(name, writer))

/** A column of the fact in a select list, named as in the fact. */
export const ofRow = (column: PhysicalColumn, writer: Writer): string => {
  const name = writer.name(column.name)
  if (column.mask === undefined) return writer.dialect.selected(`${factSource}.${name}`, name)
  return `${writer.write(field(factSource, column))} AS ${name}`
}

export function fromFact(physicalName: string, joins: Join[], writer: Writer): string[] {
  return [`FROM ${writer.name(physicalName)} AS f`, ...joinTexts(joins, writer)]
}

export function conjunction(conditions: Node[], writer: Writer): string {
  return conditions.map((condition) => writer.conjunct(condition)).join(' AND ')
}

/** FROM, JOIN and WHERE that join a fact's rows (`f`) to the entries or step (`e`) of the same player. */
export function fromFollowed(
  follow: FollowPlan,
  entries: string,
  writer: Writer,
  join = 'JOIN',
): [from: string, join: string, where: string] {
  return [
    `FROM ${writer.name(follow.physicalName)} AS f`,
    `${join} ${entries} AS ${entrySource} ON ${follow.matches.map((match) => matchText(match, writer)).join(' AND ')}`,
    `WHERE ${conjunction(follow.where, writer)}`,
  ]
}

function matchText({ entry, row, nullSafe }: Match, writer: Writer): string {
  const [left, right] = [writer.write(entry), writer.write(row)]
  return nullSafe ? writer.dialect.same(left, right) : `${left} = ${right}`
}

/**
 * Condition that rows of two sources made from the same entries belong to the same one: game (if any) and
 * player.
 */
export function sameEntry(left: string, right: string, hasGame: boolean, writer: Writer): string {
  const player = `${left}.${column('player', writer)} = ${right}.${column('player', writer)}`
  if (!hasGame) return player
  const game = column('game', writer)
  return `${writer.dialect.same(`${left}.${game}`, `${right}.${game}`)} AND ${player}`
}

/**
 * Common table expressions; the last, `name`, has one row for each player (in each game) with the
 * dimensions' values.
 *
 *   the fact has one row of a player     that row
 *   only day and game are needed         min(day) by player
 *   else                                 min(day) by player as `name`_first, then the row of that day
 */
export function entriesParts(plan: EntryPlan, name: string, writer: Writer): string[] {
  const head = writer.dialect.materialized(name)
  if (plan.single) return [define(head, singleText(plan, writer))]
  const isOfRow = plan.dims.some((dimension) => dimension.ofEntry === null)
  if (!isOfRow && plan.kept.length === 0) return [define(head, firstText(plan, writer))]
  const first = `${name}_first`
  return [
    define(writer.dialect.materialized(first), firstText(plan, writer)),
    define(head, chosenText(plan, first, writer)),
  ]
}

/** The entries' columns before the dimensions: game (if any), player, day, time (if it decides). */
export const keyColumns = (plan: EntryPlan): (keyof typeof entryColumns)[] => [
  ...(plan.game === null ? [] : (['game'] as const)),
  'player',
  'day',
  ...(plan.byTime ? (['time'] as const) : []),
]

const rowDims = (plan: EntryPlan) => plan.dims.filter((dimension) => dimension.ofEntry === null)

function singleText(plan: EntryPlan, writer: Writer): string {
  const values = { game: plan.game, player: plan.player, day: plan.day, time: plan.time, on: null }
  const keys = keyColumns(plan).map((key) => `${writer.value(values[key] as Node)} AS ${column(key, writer)}`)
  const dims = rowDims(plan).map(({ key, node }) => `${writer.value(node)} AS ${writer.name(key)}`)
  const conditions = [plan.from, plan.until, ...plan.where, ...plan.kept]
  return select(
    [...keys, ...dims],
    [...fromFact(plan.physicalName, plan.joins, writer), `WHERE ${conjunction(conditions, writer)}`],
  )
}

function firstText(plan: EntryPlan, writer: Writer): string {
  const { dialect } = writer
  const names = plan.game === null ? [plan.player] : [plan.game, plan.player]
  const least = (node: Node) => dialect.aggregate('min', writer.write(node), null)
  const columns = keyColumns(plan).map((key) => {
    const text =
      key === 'day'
        ? least(plan.day)
        : key === 'time'
          ? least(plan.time as Node)
          : writer.write((key === 'game' ? plan.game : plan.player) as Node)
    return `${text} AS ${column(key, writer)}`
  })
  const conditions = [...(plan.ever ? [] : [plan.from]), plan.until, ...plan.where]
  const grouped = select(columns, [
    ...fromFact(plan.physicalName, plan.joinsEarly ? plan.joins : [], writer),
    `WHERE ${conjunction(conditions, writer)}`,
    `GROUP BY ${names.map((_, index) => index + 1).join(', ')}`,
  ])
  if (!plan.ever) return grouped
  return select(
    keyColumns(plan).map((key) => keptEntry(key, writer)),
    [`FROM (\n${indent(grouped)}\n) AS ${entrySource}`, `WHERE ${writer.conjunct(plan.entryFrom)}`],
  )
}

/** The row of each player's first moment (or day); of several always the same one, by row_number(). */
function chosenText(plan: EntryPlan, first: string, writer: Writer): string {
  const [place, kept] = [writer.name('_place'), writer.name('_kept')]
  const dims = rowDims(plan).map(({ key, node }) => ({ key: writer.name(key), text: writer.value(node) }))
  const isKept = plan.kept.length === 0 ? null : conjunction(plan.kept, writer)
  const keys = keyColumns(plan).map((key) => keptEntry(key, writer))
  const rows = select(
    [
      ...keys,
      ...dims.map(({ key, text }) => `${text} AS ${key}`),
      ...(isKept === null ? [] : [`${isKept} AS ${kept}`]),
      `${placeText(plan, writer)} AS ${place}`,
    ],
    fromFirst(plan, first, writer),
  )
  const shown = [...keyColumns(plan).map((key) => column(key, writer)), ...dims.map(({ key }) => key)]
  return select(shown, [
    `FROM (\n${indent(rows)}\n) AS chosen`,
    `WHERE ${place} = 1${isKept === null ? '' : ` AND ${kept}`}`,
  ])
}

/**
 * Position (from 1) of a row among its player's rows of the first moment or day, by time, grain key and
 * dimensions.
 */
function placeText(plan: EntryPlan, writer: Writer): string {
  const order = [
    ...(plan.time === null || plan.byTime ? [] : [writer.write(plan.time)]),
    ...plan.tie.map((node) => writer.write(node)),
    ...rowDims(plan).map(({ node }) => writer.write(node)),
  ].map((text) => `${text} NULLS LAST`)
  if (plan.kept.length > 0) order.push(`${conjunction(plan.kept, writer)} DESC NULLS LAST`)
  const names = plan.game === null ? ['player' as const] : (['game', 'player'] as const)
  const partition = `PARTITION BY ${names.map((key) => ofEntry(key, writer)).join(', ')}`
  return `row_number() OVER (${order.length === 0 ? partition : `${partition} ORDER BY ${order.join(', ')}`})`
}

/** The fact's rows (`f`) at the first moment, or on the first day, of the entries (`e`). */
function fromFirst(plan: EntryPlan, entries: string, writer: Writer): string[] {
  const same = [
    ...(plan.game === null ? [] : [writer.dialect.same(ofEntry('game', writer), writer.write(plan.game))]),
    `${ofEntry('player', writer)} = ${writer.write(plan.player)}`,
    plan.byTime
      ? `${ofEntry('time', writer)} = ${writer.write(plan.time as Node)}`
      : `${ofEntry('day', writer)} = ${writer.write(plan.day)}`,
  ]
  return [
    `FROM ${writer.name(plan.physicalName)} AS f`,
    `JOIN ${entries} AS ${entrySource} ON ${same.join(' AND ')}`,
    ...joinTexts(plan.joins, writer),
    `WHERE ${conjunction([plan.from, plan.until, ...plan.where], writer)}`,
  ]
}

/** The fact's rows from which entries were made, one per entry. `place`: name of a helper column. */
export function entryRowsText(
  plan: EntryPlan,
  entries: string,
  columns: PhysicalColumn[],
  place: string,
  writer: Writer,
): string {
  const own = columns.map((column) => ofRow(column, writer))
  const rows = select(
    [...own, `${placeText(plan, writer)} AS ${writer.name(place)}`],
    fromFirst(plan, entries, writer),
  )
  return select(
    columns.map(({ name }) => writer.name(name)),
    [`FROM (\n${indent(rows)}\n) AS first_rows`, `WHERE ${writer.name(place)} = 1`],
  )
}

/** The dimensions in a select list over the entries (`e`): computed from day and game, or as stored. */
export function entryDims(plan: EntryPlan, writer: Writer): string[] {
  return plan.dims.map(({ key, ofEntry: node }) => {
    const name = writer.name(key)
    return node === null
      ? writer.dialect.selected(`${entrySource}.${name}`, name)
      : `${writer.value(node)} AS ${name}`
  })
}
