// Opens the page for a new alarm from the cell under the cursor or a point of the chart.

import { navigate } from 'wouter/use-browser-location'
import { isFilter } from '#semantic/model/conditions.ts'
import { numberOf } from '#semantic/model/shown/plotRows.ts'
import type { Plot } from '#shared/plot/plot.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import type { ReportFigure } from '#features/alarm/contract.ts'
import { turnoverAddress } from '#features/prediction/contract.ts'
import { ownAtCursor } from '../formulas/atCursor.ts'
import { type Result, useReport } from '../report/store.ts'
import { totalsRow } from '../report/table/reportTableModel.ts'
import { cursorCell } from '../report/table/shownTable.ts'
import { alarmAddressOf, alarmFigureOf } from './figure.ts'

const reportId = (): number | null => useReport.getState().present?.report?.id ?? null

/**
 * The figure under the table's cursor; undefined where it is no point's figure, null where no cell is chosen.
 */
export function cellFigure(): ReportFigure | undefined | null {
  const cell = cursorCell()
  if (!cell) return null
  const { model, result, row, column } = cell
  const source = model.sources[column]
  if (!source) return undefined
  const figure = numberOf(model.cellAt(row, column))
  const rows = row === totalsRow ? [] : [model.sourceRow(row)]
  return alarmFigureOf({ ...result, reportId: reportId(), column: source, rows, figure })
}

interface ShownChart {
  result: Result
  plot: Plot
  /** The hovered or keyboard-selected place. */
  at: number | null
}

let chart: ShownChart | null = null

/** Active until the returned function is called. */
export function chartShown(shown: ShownChart): () => void {
  chart = shown
  return () => {
    if (chart === shown) chart = null
  }
}

export interface PointFigure {
  name: string
  figure: ReportFigure
}

/** The figures of each of the chart's lines at a place. */
export function pointFigures(
  { result, plot }: Pick<ShownChart, 'result' | 'plot'>,
  at: number,
): PointFigure[] {
  const { table, info } = result
  const placeRow = plot.places[at]?.row
  return plot.series.flatMap(({ name, source, values }) => {
    const column = table.columns.find(({ key }) => key === source?.column)
    if (!column || !source) return []
    const rows = [source.row, placeRow].filter((row) => row !== null && row !== undefined)
    const figure = alarmFigureOf({
      table,
      info,
      reportId: reportId(),
      column,
      rows,
      figure: values[at] ?? null,
    })
    return figure ? [{ name, figure }] : []
  })
}

/** Forecasts the figure under the cursor; dates are left out, because the forecast continues them. */
export function startForecast(): void {
  const figure = cellFigure()
  if (figure) openForecastOf(figure)
  else if (ownAtCursor() !== undefined) refuseOwn('预测')
  else
    showMessage({
      message: figure === null ? '先在表格里选一个数字' : '这里不能预测',
      detail: figure === null ? `${byKey('report.enterTable')}进入表格，用方向键移动` : '请选一个指标的数字',
    })
}

export const openForecastOf = ({ point, filters }: ReportFigure): void =>
  navigate(
    turnoverAddress({
      point,
      filters: filters
        .filter(isFilter)
        .flatMap(({ dim, op, values }) => (dim === undefined ? [] : [{ dim, op, values }])),
    }),
  )

export const openAlarmOf = (figure: ReportFigure): void => navigate(alarmAddressOf(figure))

/** By key: for the chart while it has the focus, else for the table. */
export function startAlarm(): void {
  const onChart = document.activeElement?.closest('.plot-overlay') != null
  if (onChart && chart) {
    const last = chart.plot.places.length - 1
    const [first] = pointFigures(chart, chart.at ?? last)
    if (first) openAlarmOf(first.figure)
    else refuse()
    return
  }
  const figure = cellFigure()
  if (figure) openAlarmOf(figure)
  else if (figure === null)
    showMessage({
      message: '先在表格里选一个数字',
      detail: `${byKey('report.enterTable')}进入表格，用方向键移动；或在图表上选一个点`,
    })
  else if (ownAtCursor() !== undefined) refuseOwn('设告警')
  else refuse()
}

/** Alarms and forecasts are independent of the report and only know points. */
const refuseOwn = (what: string): void =>
  void showMessage({
    message: `自建公式不能${what}，它只在这张报表里`,
    detail: '先转为指标，就可以了',
    action: {
      text: '转为指标',
      onClick: () => {
        const id = ownAtCursor()
        if (id !== undefined)
          void import('../formulas/promoting.ts').then(({ askForPoint }) => askForPoint(id))
      },
    },
    intent: 'warning',
  })

const refuse = (): void =>
  void showMessage({
    message: '这里不能设告警',
    detail: '请选一个指标的数字；「其他」与留存、LTV、漏斗、分布的数字不能设',
    intent: 'warning',
  })
