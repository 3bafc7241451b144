// Pieces that the statements about players share: the first row of each, and who is who in another fact.
import {
  type EntryPlan,
  entryColumns,
  entrySource,
  type FollowPlan,
  type Match,
} from '../../plan/cohort/tree.ts'
import type { Join, Node } from '../../plan/tree.ts'
import { define, indent, select } from '../select.ts'
import type { Writer } from '../writer.ts'

export const column = (name: keyof typeof entryColumns, writer: Writer): string =>
  writer.name(entryColumns[name])

/** A column of the entries. */
export const ofEntry = (name: keyof typeof entryColumns, writer: Writer): string =>
  `${entrySource}.${column(name, writer)}`

/** The same in a select list, under its own name. */
export const keptEntry = (name: keyof typeof entryColumns, writer: Writer): string =>
  writer.dialect.selected(ofEntry(name, writer), column(name, writer))

/** A column of the fact's row in a select list. */
export const ofRow = (name: string, writer: Writer): string =>
  writer.dialect.selected(`f.${writer.name(name)}`, writer.name(name))

export function fromFact(physicalName: string, joins: Join[], writer: Writer): string[] {
  return [`FROM ${writer.name(physicalName)} AS f`, ...joinTexts(joins, writer)]
}

function joinTexts(joins: Join[], writer: Writer): string[] {
  return joins.map(
    (join) => `LEFT JOIN ${writer.name(join.table)} AS ${join.source} ON ${conjunction(join.on, writer)}`,
  )
}

export function conjunction(conditions: Node[], writer: Writer): string {
  return conditions.map((condition) => writer.conjunct(condition)).join(' AND ')
}

/** Rows of a fact with the entries (or steps) that they belong to. */
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

/** The same player in two lists that were made from the same entries. */
export function sameEntry(left: string, right: string, hasGame: boolean, writer: Writer): string {
  const player = `${left}.${column('player', writer)} = ${right}.${column('player', writer)}`
  if (!hasGame) return player
  const game = column('game', writer)
  return `${writer.dialect.same(`${left}.${game}`, `${right}.${game}`)} AND ${player}`
}

/**
 * Common table expressions that end in `name`: each player once (in each game), with the dimensions of the
 * row.
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

/** Columns that name and date an entry, in order. */
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

/** Of several rows at the first moment (or on the first day) one is taken, always the same. */
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

/** Place of a row among those of its entry's first moment or day: the first is the one that counts. */
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

/** Rows of the fact at the first moment, or on the first day, of entries. */
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

/** The row of the fact that each entry was read from: its columns. */
export function entryRowsText(
  plan: EntryPlan,
  entries: string,
  columns: string[],
  place: string,
  writer: Writer,
): string {
  const own = columns.map((name) => ofRow(name, writer))
  const rows = select(
    [...own, `${placeText(plan, writer)} AS ${writer.name(place)}`],
    fromFirst(plan, entries, writer),
  )
  return select(
    columns.map((name) => writer.name(name)),
    [`FROM (\n${indent(rows)}\n) AS first_rows`, `WHERE ${writer.name(place)} = 1`],
  )
}

/** The dimensions of an entry, named; over a source that has the entry's columns. */
export function entryDims(plan: EntryPlan, writer: Writer): string[] {
  return plan.dims.map(({ key, ofEntry: node }) => {
    const name = writer.name(key)
    return node === null
      ? writer.dialect.selected(`${entrySource}.${name}`, name)
      : `${writer.value(node)} AS ${name}`
  })
}
