// States of players as flows: from those on the day before to those on the day. A report of several days shows the
// last one that is over.
import { stateTitles } from '../activity.ts'
import type { ReportInfo } from '../types.ts'
import type { ChartFigure } from './chartFigures.ts'
import { isDateColumn } from './columns.ts'
import { type DrawnChart, numberOf, plotBase, textOf, wholeRows } from './plotRows.ts'
import type { ResultTable } from './result.ts'

/** Null where no row has both states. */
export function flowsPlot(
  table: ResultTable,
  info: ReportInfo,
  figure: ChartFigure,
  colours: readonly string[],
): DrawnChart | null {
  const at = (role: 'from' | 'to') => table.columns.findIndex((column) => column.role === role)
  const [fromAt, toAt] = [at('from'), at('to')]
  const day = lastDay(table)
  const dayAt = table.columns.findIndex(isDateColumn)
  const all = wholeRows(table).filter(
    (row) =>
      (day === null || table.data[dayAt]?.[row] === day) && (numberOf(table.data[figure.at]?.[row]) ?? 0) > 0,
  )
  const nameAt = (column: number, row: number): string => String(table.data[column]?.[row] ?? '')
  // Those who are long gone are so many that nothing else would be seen.
  const isIdle = (row: number): boolean =>
    nameAt(fromAt, row) === stateTitles.gone && nameAt(toAt, row) === stateTitles.gone
  const rows = all.filter((row) => !isIdle(row))
  if (rows.length === 0 || fromAt < 0 || toAt < 0) return null
  const idle = all.find(isIdle)
  const unseen =
    idle === undefined
      ? ''
      : `（没有画一直是${stateTitles.gone}的 ${textOf(figure.column)(numberOf(table.data[figure.at]?.[idle]))}）`
  const named = (column: number) => colours.filter((name) => rows.some((row) => nameAt(column, row) === name))
  const nodes = [
    ...named(fromAt).map((name) => ({ name, layer: 0, hue: colours.indexOf(name) })),
    ...named(toAt).map((name) => ({ name, layer: 1, hue: colours.indexOf(name) })),
  ]
  const place = (name: string, layer: number) =>
    nodes.findIndex((node) => node.name === name && node.layer === layer)
  const told = day === null ? '' : `${day}：`
  return {
    left: 0,
    plot: {
      ...plotBase('flow', figure, info),
      places: rows.map((row) => {
        const title = `${nameAt(fromAt, row)} → ${nameAt(toAt, row)}`
        return { label: title, title: `${told}${title}`, row }
      }),
      namesPlaces: true,
      series: [
        {
          name: figure.title,
          hue: 0,
          values: rows.map((row) => numberOf(table.data[figure.at]?.[row])),
          source: { column: figure.key, row: null, rows },
        },
      ],
      bands: [],
      notes: [],
      unfinishedFrom: null,
      flow: {
        caption: `前一天 → ${day ?? '当天'}${unseen}`,
        nodes,
        links: rows.map((row) => ({ from: place(nameAt(fromAt, row), 0), to: place(nameAt(toAt, row), 1) })),
      },
    },
  }
}

/** The last day that is over, or if none is, the last one. */
function lastDay(table: ResultTable): string | null {
  const at = table.columns.findIndex(isDateColumn)
  if (at < 0) return null
  const days = [
    ...new Set((table.data[at] ?? []).flatMap((day) => (typeof day === 'string' ? [day] : []))),
  ].sort()
  return days.findLast((day) => day < (table.unfinishedFrom ?? '9999')) ?? days.at(-1) ?? null
}
