// Players by day, from the spans in which each active day makes its player count:
//
//   _ranges   d4, _k, _from, _until, _m     spans of figure _k that begin and end on the same days, with their number
//   _moves    d4, _k, _t, _m                +_m where they begin, -_m where they end
//   _daily    d4, _t, _c0, _c1              the moves of each shown day, also of days without any
//   _counts   d4, _t, n, a7, a30            running sums of these
import { mostActivityRows, tooManyRows } from '#semantic/plan/cohort/activity/asked.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { define, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { dayKey, type Source, spanColumns } from './source.ts'
import { type Span, spansOf } from './spans.ts'

/** Name of the expression with the shown days: their number and their date. */
export const daysName = (prefix: string): string => `${prefix}days`
export const dateKey = '_date'

export function daysPart(plan: ActivityPlan, prefix: string, writer: Writer): string {
  const { dialect } = writer
  const date = writer.name(dateKey)
  const [first, last] = [dialect.day(plan.first), dialect.day(plan.last)]
  const series = select([`${dialect.series(first, last, 'day')} AS ${date}`], [])
  const number = `${dialect.unitsBetween(first, date, 'day')} AS ${writer.name(dayKey)}`
  return define(
    dialect.materialized(daysName(prefix)),
    select([date, number], [`FROM (${series.replace('\n', ' ')}) AS shown`]),
  )
}

/** Common table expressions; the last, `source.counts`, has the figures by day. */
export function countsParts(plan: ActivityPlan, source: Source, days: string, writer: Writer): string[] {
  const spans = spansOf(plan, writer)
  const name = (own: string): string => `${source.prefix}${own}`
  const { dialect } = writer
  const groups =
    source.groups.length === 0
      ? []
      : [define(dialect.materialized(name('groups')), groupsText(source, writer))]
  return [
    define(dialect.materialized(name('ranges')), rangesText(plan, source, spans, writer)),
    ...groups,
    define(name('moves'), movesText(plan, source, name('ranges'), writer)),
    define(
      name('daily'),
      dailyText(source, spans, { moves: name('moves'), groups: name('groups'), days }, writer),
    ),
    define(dialect.materialized(source.counts), runningText(source, spans, name('daily'), writer)),
  ]
}

const groupsText = ({ groups, spans }: Source, writer: Writer): string =>
  select([`DISTINCT ${groups.map((key) => writer.name(key)).join(', ')}`], [`FROM ${spans}`])

const [figureKey, fromKey, untilKey, movedKey] = ['_k', '_from', '_until', '_m']

function rangesText({ span }: ActivityPlan, source: Source, spans: Span[], writer: Writer): string {
  const dims = source.groups.map((key) => writer.name(key))
  const { next } = spanColumns(writer)
  const [from, until] = [writer.name(fromKey), writer.name(untilKey)]
  const each = spans.map((one, place) => {
    const ends = [
      ...(one.until === null ? [] : [one.until]),
      ...(one.isEnded ? [`coalesce(${next}, ${span})`] : []),
      String(span),
    ]
    const bounds = [`greatest(${one.from}, 0) AS ${from}`, `least(${ends.join(', ')}) AS ${until}`]
    const rows = select(
      [...dims, ...bounds],
      [`FROM ${source.spans}`, one.when === null ? null : `WHERE ${one.when}`],
    )
    return select(
      [
        ...dims,
        `${place} AS ${writer.name(figureKey)}`,
        from,
        until,
        `${writer.dialect.aggregate('count', null, null)} AS ${writer.name(movedKey)}`,
      ],
      [
        `FROM (${rows.replaceAll('\n', ' ')}) AS ranges`,
        `WHERE ${from} < ${until}`,
        `GROUP BY ${[...dims, '', '', ''].map((_, index) => index + 1).join(', ')}`,
      ],
    )
  })
  return each.join('\nUNION ALL\n')
}

function movesText({ span }: ActivityPlan, { groups }: Source, ranges: string, writer: Writer): string {
  const kept = [...groups, figureKey].map((key) => writer.name(key))
  const [from, until, moved, day] = [fromKey, untilKey, movedKey, dayKey].map((key) => writer.name(key))
  const begun = select([...kept, `${from} AS ${day}`, `${moved} AS ${moved}`], [`FROM ${ranges}`])
  const ended = select(
    [...kept, `${until} AS ${day}`, `-${moved} AS ${moved}`],
    [`FROM ${ranges}`, `WHERE ${until} < ${span}`],
  )
  return `${begun}\nUNION ALL\n${ended}`
}

const countKey = (place: number): string => `_c${place}`

function dailyText(
  source: Source,
  spans: Span[],
  names: { moves: string; groups: string; days: string },
  writer: Writer,
): string {
  const dims = source.groups.map((key) => writer.name(key))
  const [day, figure, moved] = [dayKey, figureKey, movedKey].map((key) => writer.name(key)) as [
    string,
    string,
    string,
  ]
  const { dialect } = writer
  const limited =
    dims.length === 0
      ? []
      : [
          `CROSS JOIN ${names.groups}`,
          dialect.atMost(mostActivityRows, [names.days, names.groups], tooManyRows),
        ]
  const grid = select([...dims, day, `-1 AS ${figure}`, `0 AS ${moved}`], [`FROM ${names.days}`, ...limited])
  const all = `${select([...dims, day, figure, moved], [`FROM ${names.moves}`])}\nUNION ALL\n${grid}`
  const counts = spans.map(
    (_, place) =>
      `coalesce(${dialect.aggregate('sum', moved, `${figure} = ${place}`)}, 0) AS ${writer.name(countKey(place))}`,
  )
  return select(
    [...dims, day, ...counts],
    [`FROM (\n${all}\n) AS stacked`, `GROUP BY ${[...dims, ''].map((_, index) => index + 1).join(', ')}`],
  )
}

function runningText(source: Source, spans: Span[], daily: string, writer: Writer): string {
  const dims = source.groups.map((key) => writer.name(key))
  const day = writer.name(dayKey)
  const window = `${dims.length === 0 ? '' : `PARTITION BY ${dims.join(', ')} `}ORDER BY ${day}`
  const figures = spans.map(
    ({ key }, place) =>
      `${writer.dialect.over('sum', [writer.name(countKey(place))], window)} AS ${writer.name(key)}`,
  )
  return select([...dims, day, ...figures], [`FROM ${daily}`])
}
