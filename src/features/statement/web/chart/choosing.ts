// The reader's settings of the chart: folded, its kind, its figures. All are part of the address.

import {
  type ChartFigure,
  chartFigures,
  shownFigures,
  toggledKeys,
} from '#semantic/model/shown/chartFigures.ts'
import { kindsOf, kindTitles, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import { type ChartKind, chartKinds, type ReportChart } from '#semantic/model/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'

const presentChart = (): ReportChart => useReport.getState().present?.info.chart ?? {}

/** Default settings are not stored. */
function keep({ kind, keys, off }: ReportChart, { replace = false } = {}): void {
  const chart: ReportChart = {
    ...(kind && { kind }),
    ...(keys && keys.length > 0 && { keys }),
    ...(off && { off }),
  }
  change({ chart: Object.keys(chart).length > 0 ? chart : undefined }, { replace })
}

export function toggleChart(): void {
  const { result } = useReport.getState()
  if (result && shapeOf(result.table, result.info) === 'none') {
    showMessage({ message: '这张报表画不成图', detail: '要有维度和数字指标，且不超过 20 万行' })
    return
  }
  const { off, ...rest } = presentChart()
  keep(off ? rest : { ...rest, off: true }, { replace: true })
}

export function chooseKind(kind: unknown): void {
  const { result } = useReport.getState()
  if (!result || !chartKinds.includes(kind as ChartKind)) return
  const figures = chartFigures(result.table)
  const { off: _, ...chart } = presentChart()
  const kinds = kindsOf(shapeOf(result.table, result.info), shownFigures(figures, chart)[0])
  if (!kinds.includes(kind as ChartKind)) {
    const others = kinds.map((one) => kindTitles[one]).join('、')
    showMessage({
      message: `这些数据画不成${kindTitles[kind as ChartKind]}图`,
      detail: others ? `可以画成：${others}` : '',
      intent: 'warning',
    })
    return
  }
  keep({ ...chart, kind: kind as ChartKind })
}

/** Shows only this figure. Moving adds no history entries. */
export const chooseFigure = (figure: ChartFigure): void =>
  keep({ ...presentChart(), keys: [figure.key] }, { replace: true })

/** Toggles a figure of the chart. */
export function toggleFigure(figures: readonly ChartFigure[], figure: ChartFigure): void {
  const keys = toggledKeys(shownFigures(figures, presentChart()), figure)
  if (keys) keep({ ...presentChart(), keys }, { replace: true })
  else
    showMessage({
      message: `「${figure.title}」的单位不同，不能画在同一坐标轴上`,
      detail: '按 Enter 只看这一个指标',
      intent: 'warning',
    })
}

/** Moves the focus into the legend. */
export function enterChart(): void {
  const legend = () =>
    document.querySelector<HTMLElement>('.chart-legend [tabindex="0"], .plot-overlay[tabindex="0"]')
  const { off, ...rest } = presentChart()
  if (off) keep(rest, { replace: true })
  const found = legend()
  if (found) found.focus()
  else setTimeout(() => legend()?.focus(), 200)
}
