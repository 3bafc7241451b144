// A chart of days with its legend, loaded on first use.
import type { Plot } from '#shared/plot/plot.ts'
import { PlotView } from '#web/chart/PlotView.tsx'
import { seriesColour } from '#web/chart/seriesColour.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'

const narrowPlot = 640

interface Props {
  plot: Plot
  label: string
  at: number | null
  onAt: (at: number | null) => void
}

export function PlotPane({ plot, label, at, onAt }: Props) {
  const narrow = useNarrow(narrowPlot)
  return (
    <>
      <ul className="prediction-legend" aria-label="图例">
        {plot.series.map(({ name, hue, values }) => (
          <li key={name}>
            <i
              className={`chart-mark ${values.some((value) => value !== null) ? '' : 'prediction-shade'}`}
              style={{ background: seriesColour(hue) }}
            />
            {name}
          </li>
        ))}
      </ul>
      <div className="prediction-plot">
        <PlotView plot={plot} label={label} edge={narrow ? 12 : 16} at={at} onAt={onAt} />
      </div>
    </>
  )
}
