// The chart of the shown result: its shape, kind, figures and plot.
import { useMemo } from 'react'
import { type ChartFigure, chartFigures, shownFigures } from '#semantic/model/shown/chartFigures.ts'
import { type ChartShape, kindOf, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import type { DrawnChart } from '#semantic/model/shown/plotRows.ts'
import type { ChartKind } from '#semantic/model/types.ts'
import { useSettings } from '#web/shell/settings.ts'
import { businessHour, businessToday } from '../dates/days.ts'
import { useReportCalendar } from '../dates/holidays.ts'
import { type Result, useReport } from '../report/store.ts'
import { withDoubts } from '../report/table/doubts.ts'
import { useDictionaryLabels } from '../report/table/useDictionaryLabels.ts'

export interface ChosenChart {
  shape: ChartShape
  kind: ChartKind | null
  figures: ChartFigure[]
  shown: ChartFigure[]
}

export function useChosenChart(result: Result | null): ChosenChart | null {
  const chart = useReport((state) => state.present?.info.chart)
  return useMemo(() => {
    if (!result) return null
    const { table, info } = result
    const shape = shapeOf(table, info)
    const figures = chartFigures(table)
    const shown = shownFigures(figures, chart)
    return { shape, kind: kindOf(chart, shape, shown[0], table.rowCount), figures, shown }
  }, [result, chart])
}

export function useDrawnChart({ table, info }: Result, chosen: ChosenChart): DrawnChart | null {
  const { shape, kind, shown } = chosen
  const highlights = useSettings((state) => state.highLightWeekend)
  const own = useReportCalendar(table)
  const calendar = useMemo(() => withDoubts(own, table.doubts), [own, table.doubts])
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const today = businessToday()
  const hour = businessHour()
  return useMemo(
    () => kind && plotOf(table, info, shape, kind, shown, { labels, calendar, today, hour, highlights }),
    [table, info, shape, kind, shown, labels, calendar, today, hour, highlights],
  )
}
