// A report's pivot in a tile: rows and columns as on its own page, all groups open.
import { useMemo } from 'react'
import { shownAxes } from '#semantic/model/pivot/axes.ts'
import { matrixOf } from '#semantic/model/pivot/matrix.ts'
import { nodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { useSettings } from '#web/shell/settings.ts'
import { businessHour, businessToday } from '#features/statement/web/dates/days.ts'
import { useReportCalendar } from '#features/statement/web/dates/holidays.ts'
import { pivotTable } from '#features/statement/web/pivot/pivotTable.ts'
import { useDictionaryLabels } from '#features/statement/web/report/table/useDictionaryLabels.ts'
import { mostTableRows } from '../asks.ts'
import type { TileFigures } from './useTileAnswer.ts'
import '#features/statement/web/embed/embedTable.css'

const noneFolded: ReadonlySet<string> = new Set()

function usePivotOf({ table, info, parts }: TileFigures) {
  const showWeekday = useSettings((state) => state.showWeekday)
  const highLightWeekend = useSettings((state) => state.highLightWeekend)
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const holidays = useReportCalendar(table)?.marks ?? null
  const today = businessToday()
  const hour = businessHour()
  return useMemo(() => {
    const axes = shownAxes(info, table)
    const matrix = matrixOf({ table, parts, topDim: info.top?.dim }, axes)
    return pivotTable(matrix, nodeTexts(table, info.grain ?? 'day', labels), {
      ...{ axes, subtotals: info.subtotals ?? false, totals: true, folded: noneFolded, sort: null },
      ...{ order: info.order ?? [], heat: info.heat, today, hour, unfinishedFrom: table.unfinishedFrom },
      ...{ showWeekday, highLightWeekend, holidays, marks: table },
    })
  }, [table, info, parts, labels, holidays, today, hour, showWeekday, highLightWeekend])
}

export function PivotTile({ title, figures }: { title: string; figures: TileFigures }) {
  const { columns, rows, cellAt, cellClass, summary, left } = usePivotOf(figures)
  const shown = rows.slice(0, mostTableRows)
  return (
    <div className="tile-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className="embed-scroll" tabIndex={0} aria-label={`${title}的表格`}>
        <table className="embed-table">
          <thead>
            <tr>
              {columns.map(({ key, title, over, fullTitle, unit, align }) => (
                <th key={key} scope="col" data-align={align} title={fullTitle}>
                  {over?.filter(Boolean).map((line) => (
                    <small key={line}>{line} </small>
                  ))}
                  {title}
                  {unit && <small> {unit}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summary && (
              <tr className="embed-total">
                {columns.map(({ key, align }, column) => (
                  <td key={key} data-align={align} className={cellClass(-1, column)}>
                    {summary[column]}
                  </td>
                ))}
              </tr>
            )}
            {shown.map((node, row) => (
              <tr key={node.path}>
                {columns.map((column, at) => (
                  <td key={column.key} data-align={column.align} className={cellClass(row, at)}>
                    {column.format(cellAt(row, at))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && <p className="tile-note">只列出前 {shown.length} 行，全部在报表里</p>}
      {left > 0 && <p className="tile-note">另有 {left} 列未列出</p>}
    </div>
  )
}
