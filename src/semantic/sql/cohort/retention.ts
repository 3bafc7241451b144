// Retention → one statement (players who were gone: gone.ts). Expressions, for return days 1, 3, 7:
//
//   _entries    _game, _player, _day              each player's first row, in the range
//   _returned   _game, _player, _come, _over      days on which a player came back, as bits (1, 2, 4): one
//                                                 pass over the returning fact, joined to the entries
//   _people     dimensions, _player, _day, bits   entries with their bits
//   _levels     _level, dimensions, n, _n1, n1 …  players, whose day 1 has come, who came back on it
//   result      … n, n1, r1 = n1 / _n1, n3 …      ordered, cut
//
// A row of one cohort day shows a return day as soon as it has come (bits _come). Rows of several cohorts,
// and the total, count only the cohorts whose return day is over (bits _over), in numerator and denominator
// alike.
import { isPlainReturns } from '#semantic/model/returns.ts'
import type { entryColumns, RetentionPlan } from '#semantic/plan/cohort/tree.ts'
import { define, select } from '../select.ts'
import type { Writer } from '../writer.ts'
import { type GoneNames, gapsParts, goneFigure, goneFigures, peopleText as goneText } from './gone.ts'
import { type Level, levelsPart, resultText } from './levels.ts'
import { column, entriesParts, entryDims, fromFollowed, keptEntry, sameEntry } from './players.ts'
import { ageText, bitText, countsAnywhere, reached } from './returns.ts'

/** Columns with a player's return days as bits: all of them, and those that are over. */
export const bits = { come: '_come', over: '_over' } as const

export function retentionText(plan: RetentionPlan, prefix: string, writer: Writer): string {
  const names = namesIn(prefix)
  const parts = [
    ...entriesParts(plan.entries, names.entries, writer),
    ...returnedParts(plan, names, writer),
    define(writer.dialect.materialized(names.people), peopleText(plan, names, writer)),
    levelsPart(
      names.levels,
      plan.entries.dims.map(({ key }) => key),
      levelOf(plan, names.people, 'total', writer),
      levelOf(plan, names.people, 'rows', writer),
      writer,
    ),
  ]
  const bases = new Map(plan.bases.map((key) => [key, `r.${writer.name(sizeKey(Number(key.slice(1))))}`]))
  const result = resultText(
    plan,
    names.levels,
    ({ key, role }) =>
      plan.how === 'gone' && key !== 'n' ? goneFigure(key, writer) : figure(key, role, writer),
    writer,
    bases,
  )
  return `WITH ${parts.join(',\n')}\n${result}`
}

interface RetentionNames extends GoneNames {
  people: string
  levels: string
}

export const namesIn = (prefix: string): RetentionNames => ({
  entries: `${prefix}entries`,
  active: `${prefix}active`,
  returned: `${prefix}returned`,
  people: `${prefix}people`,
  levels: `${prefix}levels`,
})

/** Common table expressions that say of the entries' players when they returned. */
export function returnedParts(plan: RetentionPlan, names: RetentionNames, writer: Writer): string[] {
  if (plan.how === 'gone') return gapsParts(plan, names, writer)
  return [define(names.returned, returnedText(plan, names.entries, writer))]
}

function returnedText(plan: RetentionPlan, entries: string, writer: Writer): string {
  const { dialect } = writer
  const age = ageText(plan, writer)
  const bit = bitText(plan, age)
  const names = [...(plan.entries.game === null ? [] : (['game'] as const)), 'player' as const]
  const isOver = plan.isOver === null ? [] : [writer.write(plan.isOver)]
  const columns = [
    ...names.map((name) => keptEntry(name, writer)),
    `${dialect.bitOr(bit, null)} AS ${writer.name(bits.come)}`,
    ...isOver.map((condition) => `${dialect.bitOr(bit, condition)} AS ${writer.name(bits.over)}`),
  ]
  const [from, join, where] = fromFollowed(plan.returning, entries, writer)
  return select(columns, [
    from as string,
    join as string,
    `${where} AND ${countsAnywhere(plan, age)}`,
    `GROUP BY ${names.map((_, index) => index + 1).join(', ')}`,
  ])
}

/** `more`: further columns of the entries, for lists of players. */
export function peopleText(
  plan: RetentionPlan,
  names: RetentionNames,
  writer: Writer,
  more: (keyof typeof entryColumns)[] = [],
): string {
  if (plan.how === 'gone') return goneText(plan, names, writer, more)
  const hasGame = plan.entries.game !== null
  const masks = plan.isOver === null ? [bits.come] : [bits.come, bits.over]
  return select(
    [
      ...entryDims(plan.entries, writer),
      keptEntry('player', writer),
      keptEntry('day', writer),
      ...more.map((name) => keptEntry(name, writer)),
      ...masks.map((mask) => `coalesce(b.${writer.name(mask)}, 0) AS ${writer.name(mask)}`),
    ],
    [
      `FROM ${names.entries} AS e`,
      `LEFT JOIN ${names.returned} AS b ON ${sameEntry('b', 'e', hasGame, writer)}`,
    ],
  )
}

/** Figures over players, each with one entry. */
function levelOf(plan: RetentionPlan, people: string, which: 'total' | 'rows', writer: Writer): Level {
  const { dialect } = writer
  const isByDay = which === 'rows' && plan.rowsByDay
  const mask = isByDay || plan.isOver === null ? bits.come : bits.over
  const [day, bit] = [column('day', writer), writer.name(mask)]
  const count = (condition: string | null) => dialect.aggregate('count', null, condition)
  if (plan.how === 'gone')
    return { from: people, figures: [`${count(null)} AS ${writer.name('n')}`, ...goneFigures(plan, writer)] }
  const figures = plan.days.flatMap((one) => {
    const isReached = reached(one, isByDay, day, writer)
    const came = dialect.hasBit(bit, one.bit)
    // A return on a day that is over is in itself of a player whose day is over; one within days, or a week, is not.
    const both = isReached === null || isPlainReturns(plan) ? came : `${isReached} AND ${came}`
    return [
      `${count(isReached)} AS ${writer.name(sizeKey(one.day))}`,
      `${count(both)} AS ${writer.name(`n${one.day}`)}`,
    ]
  })
  return { from: people, figures: [`${count(null)} AS ${writer.name('n')}`, ...figures] }
}

const sizeKey = (day: number): string => `_n${day}`

function figure(key: string, role: string | undefined, writer: Writer): string {
  if (key === 'n') return writer.name(key)
  const day = Number(key.slice(1))
  const [size, back] = [writer.name(sizeKey(day)), `r.${writer.name(`n${day}`)}`]
  return role === 'rate'
    ? writer.dialect.divide(back, `r.${size}`)
    : `CASE WHEN r.${size} > 0 THEN ${back} END`
}
