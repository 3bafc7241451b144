// Activity → one statement. Expressions, for figures by day and channel:
//
//   _seen, _spans                 each player's active days, with those beside them (source.ts)
//   _ranges, _moves, _daily,
//   _counts                       the figures by day (counts.ts)
//   _levels                       the total and the rows
//   result                        … n, a7, h7 = n / a7, ordered, cut
//
// With a date among the dimensions the total knows only who was active in the range; otherwise it is the same figures
// without dimensions, counted anew from the players' days. The days on which players were active: daily.ts.
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { define } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { resultText } from '../levels.ts'
import { countsParts, daysName, daysPart } from './counts.ts'
import { dailyParts } from './daily.ts'
import { figureText } from './figures.ts'
import { rowsText, totalText } from './levels.ts'
import { type Source, seenOfAllPart, seenPart, sourceOf, spansPart } from './source.ts'

export function activityText(plan: ActivityPlan, prefix: string, writer: Writer): string {
  const levels = `${prefix}levels`
  const rows = sourceOf(prefix, '', plan.groups)
  const total = plan.groups.length === 0 ? rows : sourceOf(prefix, 'total_', [])
  const parts = [
    seenPart(plan, rows, writer),
    ...(plan.show === 'days'
      ? dailyParts(plan, { rows, levels }, writer)
      : countedParts(plan, { rows, total, levels }, prefix, writer)),
  ]
  const result = resultText(plan, levels, ({ key }) => figureText(plan, key, writer), writer)
  return `WITH ${parts.join(',\n')}\n${result}`
}

interface Names {
  rows: Source
  total: Source
  levels: string
}

function countedParts(
  plan: ActivityPlan,
  { rows, total, levels }: Names,
  prefix: string,
  writer: Writer,
): string[] {
  const days = daysName(prefix)
  const needsOwn = total !== rows && plan.days.length === 0
  return [
    spansPart(plan, rows, writer),
    daysPart(plan, prefix, writer),
    ...countsParts(plan, rows, days, writer),
    ...(needsOwn
      ? [
          seenOfAllPart(plan, rows, total, writer),
          spansPart(plan, total, writer),
          ...countsParts(plan, total, days, writer),
        ]
      : []),
    define(
      levels,
      `${totalText(plan, { rows, total: needsOwn ? total : rows }, writer)}\nUNION ALL\n${rowsText(plan, rows.counts, days, writer)}`,
    ),
  ]
}
