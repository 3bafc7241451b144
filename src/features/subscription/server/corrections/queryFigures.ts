// The figures that a message told of a saved query's result, where the result or the parameters name days that were
// whole. Which days a query reads is not known otherwise, so nothing else of it is remembered.
import type { ResultCell } from '#semantic/model/shown/result.ts'
import { valueText } from '#semantic/model/valueText.ts'
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { isFigure } from '#shared/sql/cellText.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { type SentResult, sentQueries } from '#features/code/server/index.ts'
import type { QuerySubject } from '../subject.ts'
import { type ToldFigures, toldApart } from './figures.ts'

export interface ToldQuery extends ToldFigures {
  query: string
  /** Of the query's text and parameters: another text tells other figures. */
  stamp: string
  /** As they were then, days among them. */
  values: Record<string, ParameterValue>
}

export const isToldQuery = (told: ToldFigures): told is ToldQuery => 'stamp' in told

/** A query may add up earlier days, whichever days it shows. */
const firstDay = '1970-01-01'
const mostRows = 500
const mostColumns = 40

interface Sent {
  subject: QuerySubject
  values: Record<string, ParameterValue>
  /** ISO: when the tables that it names were published; null where that is not known. */
  updated: string | null
}

export async function toldQuery(
  clock: BusinessClock,
  { subject: { query }, values, updated }: Sent,
  result: SentResult,
): Promise<ToldQuery | null> {
  if (updated === null) return null
  const open = businessDay(clock, new Date(updated))
  const { firstCells } = await sentQueries()
  const data = result.columns.map((_, at) => firstCells(result.chunks, at, mostRows) as ResultCell[])
  const labelled = new Set(result.labels.map(({ column }) => column))
  const figures = result.columns.flatMap((column, at) => (isFigure(column) && !labelled.has(at) ? [at] : []))
  const others = result.columns.flatMap((_, at) => (figures.includes(at) ? [] : [at]))
  const dayAt = result.columns.findIndex(({ type }) => type === 'date')
  const asked = daysAsked(query.params, values)
  if (dayAt < 0 && (!asked || asked.to >= open)) return null
  const rows = Array.from({ length: data[0]?.length ?? 0 }, (_, row) => row).filter(
    (row) => dayAt < 0 || isBefore(data[dayAt]?.[row], open),
  )
  const span = dayAt < 0 ? asked : spanOf(rows.map((row) => String(data[dayAt]?.[row])))
  if (!span || rows.length === 0 || figures.length === 0) return null
  const whole = span.from === span.to ? span.from : `${span.from} 至 ${span.to}`
  const places = dayAt < 0 ? others : [dayAt, ...others.filter((at) => at !== dayAt)]
  const labelOf = (row: number) => places.map((at) => valueText(data[at]?.[row] ?? null)).join(' ') || whole
  const shown = figures.slice(0, mostColumns)
  return {
    ...{ name: query.name, query: query.id, stamp: query.stamp, values },
    range: { from: firstDay, to: span.to },
    columns: shown.map((at) => {
      const { name } = result.columns[at] as SentResult['columns'][number]
      return { key: name, title: name, format: null, unit: '' }
    }),
    rows: Object.fromEntries(
      toldApart(rows.map((row) => [labelOf(row), row])).map(([label, row]) => [
        label,
        shown.map((at) => data[at]?.[row] ?? null),
      ]),
    ),
  }
}

const isBefore = (cell: ResultCell | undefined, day: string): boolean =>
  typeof cell === 'string' && cell < day

function spanOf(days: readonly string[]): ToldFigures['range'] | null {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  return from && to ? { from, to } : null
}

/** From the first day to the last one that its parameters name; null without any. */
export function daysAsked(
  params: QuerySubject['query']['params'],
  values: Record<string, ParameterValue>,
): ToldFigures['range'] | null {
  return spanOf(
    params.flatMap(({ name, type }) => (type === 'date' && values[name] ? [String(values[name])] : [])),
  )
}
