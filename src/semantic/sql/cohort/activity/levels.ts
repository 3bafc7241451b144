// The total and the rows of activity by day, one below the other.
import { stateTitles } from '#semantic/model/activity.ts'
import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { indent, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { levelName } from '../levels.ts'
import { dateKey } from './counts.ts'
import { figureKeys } from './figures.ts'
import { dayKey, identityOf, type Source } from './source.ts'
import { flowKey, stateFlows } from './spans.ts'

/** One row, level 0. */
export function totalText(
  plan: ActivityPlan,
  { rows, total }: { rows: Source; total: Source },
  writer: Writer,
): string {
  const dims = [...plan.dims, ...(plan.show === 'flow' ? [keysOf.from, keysOf.to] : [])]
  const head = [`0 AS ${writer.name(levelName)}`, ...dims.map((key) => `NULL AS ${writer.name(key)}`)]
  if (plan.days.length === 0) return select([...head, ...ofDay(plan, writer)], [`FROM ${total.counts}`])
  const told = new Map(
    plan.show === 'flow' ? [] : [[keysOf.active, 'n'] as const, [keysOf.state(1), 'arrived'] as const],
  )
  const figures = figureKeys(plan).map((key) => `${told.get(key) ?? 'NULL'} AS ${writer.name(key)}`)
  return select([...head, ...figures], [`FROM (\n${indent(inRangeText(plan, rows, writer))}\n) AS everybody`])
}

/** Figures of a single shown day; of a flow all pairs together, that is everybody. */
function ofDay(plan: ActivityPlan, writer: Writer): string[] {
  if (plan.show !== 'flow') return figureKeys(plan).map((key) => writer.name(key))
  const pairs = stateFlows(plan.windows[0] ?? 1).map((_, place) => writer.name(flowKey(place)))
  return [`${pairs.join(' + ')} AS ${writer.name(keysOf.active)}`]
}

/** Players who were active on a shown day, and those of them who were so for the first time. */
function inRangeText(plan: ActivityPlan, { seen }: Source, writer: Writer): string {
  const { dialect } = writer
  const day = writer.name(dayKey)
  const each = select(
    [
      `${dialect.aggregate('min', day, null)} AS first_day`,
      `${dialect.aggregate('max', day, null)} AS last_day`,
    ],
    [`FROM ${seen}`, `GROUP BY ${identityOf(plan, writer).join(', ')}`],
  )
  const count = (condition: string): string => dialect.aggregate('count', null, condition)
  return select(
    [`${count('last_day >= 0')} AS n`, `${count('first_day >= 0')} AS arrived`],
    [`FROM (${each.replaceAll('\n', ' ')}) AS players`],
  )
}

/** The rows, level 1: those in which somebody counts. */
export function rowsText(plan: ActivityPlan, counts: string, days: string, writer: Writer): string {
  if (plan.show === 'flow') return flowRows(plan, counts, days, writer)
  const figures = figureKeys(plan).map((key) => `c.${writer.name(key)}`)
  const isAlone = plan.dims.length === 0
  return select(
    [`1 AS ${writer.name(levelName)}`, ...dimsText(plan, writer), ...figures],
    [
      ...fromCounts(counts, days, writer),
      isAlone ? null : `WHERE ${figures.map((figure) => `${figure} > 0`).join(' OR ')}`,
    ],
  )
}

const dimsText = ({ dims, days }: ActivityPlan, writer: Writer): string[] =>
  dims.map((key) => {
    const name = writer.name(key)
    return `${days.includes(key) ? `d.${writer.name(dateKey)}` : `c.${name}`} AS ${name}`
  })

const fromCounts = (counts: string, days: string, writer: Writer): string[] => {
  const day = writer.name(dayKey)
  return [`FROM ${counts} AS c`, `JOIN ${days} AS d ON c.${day} = d.${day}`]
}

/** A row for each pair of states that somebody has. */
function flowRows(plan: ActivityPlan, counts: string, days: string, writer: Writer): string {
  const label = (text: string, key: string): string =>
    `${writer.dialect.parameter(writer.bind({ value: text }), 'text')} AS ${writer.name(key)}`
  return stateFlows(plan.windows[0] ?? 1)
    .map(([from, to], place) => {
      const own = `c.${writer.name(flowKey(place))}`
      return select(
        [
          `1 AS ${writer.name(levelName)}`,
          ...dimsText(plan, writer),
          label(stateTitles[from], keysOf.from),
          label(stateTitles[to], keysOf.to),
          `${own} AS ${writer.name(keysOf.active)}`,
        ],
        [...fromCounts(counts, days, writer), `WHERE ${own} > 0`],
      )
    })
    .join('\nUNION ALL\n')
}
