// A report's chart in a tile; a click on one of its marks filters the other tiles.
import { useMemo, useState } from 'react'
import { chartFigures, shownFigures } from '#semantic/model/shown/chartFigures.ts'
import { kindOf, kindTitles, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import { PlotView } from '#web/chart/PlotView.tsx'
import type { PlotPick } from '#web/chart/picking.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'
import { useSettings } from '#web/shell/settings.ts'
import { businessHour, businessToday } from '#features/statement/web/dates/days.ts'
import { useReportCalendar } from '#features/statement/web/dates/holidays.ts'
import { withDoubts } from '#features/statement/web/report/table/doubts.ts'
import { useDictionaryLabels } from '#features/statement/web/report/table/useDictionaryLabels.ts'
import { crossFrom } from '../cross.ts'
import { TableTile } from './TableTile.tsx'
import type { TileFigures } from './useTileAnswer.ts'

interface Props {
  tile: string
  title: string
  figures: TileFigures
}

const mostNames = 8

function useTilePlot({ table, info }: TileFigures) {
  const highlights = useSettings((state) => state.highLightWeekend)
  const own = useReportCalendar(table)
  const calendar = useMemo(() => withDoubts(own, table.doubts), [own, table.doubts])
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const today = businessToday()
  const hour = businessHour()
  return useMemo(() => {
    const shown = shownFigures(chartFigures(table), info.chart)
    const shape = shapeOf(table, info)
    const kind = kindOf(info.chart, shape, shown[0], table.rowCount)
    const around = { labels, calendar, today, hour, highlights }
    const drawn = kind && plotOf(table, info, shape, kind, shown, around)
    return drawn && { ...drawn, kind, labels }
  }, [table, info, labels, calendar, today, hour, highlights])
}

export function ChartTile({ tile, title, figures }: Props) {
  const drawn = useTilePlot(figures)
  const [at, setAt] = useState<number | null>(null)
  if (!drawn) return <TableTile tile={tile} title={title} figures={figures} />
  const { plot, kind, left, labels } = drawn
  const pick = ({ at, series }: PlotPick) => {
    const row = plot.series[series]?.source?.rows[at] ?? plot.places[at]?.row ?? null
    if (row !== null) crossFrom({ tile, title, figures, row, labels })
  }
  const hasLegend = plot.series.length > 1 && kind !== 'heatmap' && kind !== 'pie' && kind !== 'funnel'
  return (
    <div className="tile-chart">
      {hasLegend && (
        <ul className="tile-legend" aria-label="图例">
          {plot.series.slice(0, mostNames).map(({ name, hue }) => (
            <li key={name}>
              <i style={{ background: seriesColour(hue) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="tile-plot">
        <PlotView
          plot={plot}
          label={`${title}的${kindTitles[kind]}图`}
          edge={12}
          at={at}
          onAt={setAt}
          onPick={pick}
        />
      </div>
      {left > 0 && <p className="tile-note">另有 {left} 项未画出</p>}
    </div>
  )
}
