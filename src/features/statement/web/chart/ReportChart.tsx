// The chart with its legend, whose numbers are the table's totals.
import { useEffect, useState } from 'react'
import { isWalked, type Plot } from '#shared/plot/plot.ts'
import { PlotView } from '#web/chart/PlotView.tsx'
import type { PlotPick } from '#web/chart/picking.ts'
import { holds } from '#web/shell/session.ts'
import { ContextArea } from '#web/ui/menus/ContextArea.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { PointMenu } from '../alarm/PointMenu.tsx'
import { chartShown, pointFigures } from '../alarm/start.ts'
import type { Result } from '../report/store.ts'
import { selectFigure } from '../report/table/shownTable.ts'
import './chart.css'
import { kindTitles } from '#semantic/model/shown/chartKinds.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { lightPlace, placeOfRow, useLit } from './lit.ts'
import { MarkMenu, type Picked } from './MarkMenu.tsx'
import { type ChosenChart, useDrawnChart } from './useChart.ts'

const narrowChart = 640

/** 2026-11-27 周五，活跃用户 */
const markTitle = ({ kind, places, series }: Plot, at: number, one: number): string =>
  // A funnel's steps name their figures.
  [places[at]?.title, kind !== 'funnel' && series[one]?.name].filter(Boolean).join('，')

export function ReportChart({ result, chosen }: { result: Result; chosen: ChosenChart }) {
  const drawn = useDrawnChart(result, chosen)
  const narrow = useNarrow(narrowChart)
  const [own, setAt] = useState<number | null>(null)
  const lit = useLit((state) => state.row)
  const at = own ?? (drawn ? placeOfRow(drawn.plot, lit) : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures have other places
  useEffect(() => setAt(null), [result])
  const [menuAt, setMenuAt] = useState(0)
  const [picked, setPicked] = useState<Picked | null>(null)
  useEffect(() => (drawn ? chartShown({ result, plot: drawn.plot, at }) : undefined), [result, drawn, at])
  useEffect(() => (drawn ? lightPlace(result, drawn.plot, own) : undefined), [result, drawn, own])
  if (!drawn || !chosen.kind) return null
  const { plot, left } = drawn
  const names = plot.series.slice(0, 5).map(({ name }) => name)
  const label = `${names.join('、')}${plot.series.length > 5 ? '等' : ''}的${kindTitles[chosen.kind]}图`
  const pick = ({ at, series, x, y }: PlotPick) => {
    const { source } = plot.series[series] ?? {}
    const row = source?.rows[at] ?? null
    if (!source || (row === null && !source.columns)) return
    const table = selectFigure(result, row, source.columns?.[at] ?? source.column)
    if (table) setPicked({ table, left: x, top: y, title: markTitle(plot, at, series) })
  }
  const view = (
    <PlotView plot={plot} label={label} edge={narrow ? 12 : 16} at={at} onAt={setAt} onPick={pick} />
  )
  return (
    <>
      <ChartLegend result={result} chosen={chosen} plot={plot} at={at} />
      <div className="report-chart-plot">
        {isWalked(plot.kind) && holds('alert_config_edit') ? (
          <ContextArea
            className="report-chart-menu"
            onOpen={() => {
              setMenuAt(at ?? plot.places.length - 1)
              return null
            }}
            menu={
              <PointMenu
                title={plot.places[menuAt]?.title ?? ''}
                points={pointFigures({ result, plot }, menuAt)}
              />
            }
          >
            {view}
          </ContextArea>
        ) : (
          view
        )}
        {picked && <MarkMenu {...picked} onClose={() => setPicked(null)} />}
        {left > 0 && <span className="report-chart-left">另有 {left} 项未画出</span>}
      </div>
    </>
  )
}
