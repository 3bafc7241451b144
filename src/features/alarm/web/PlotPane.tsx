// A plot of what an alarm watches, loaded on demand.
import { useState } from 'react'
import type { Plot } from '#shared/plot/plot.ts'
import { PlotView } from '#web/chart/PlotView.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'

const narrowPlot = 640

interface Props {
  plot: Plot
  label: string
  /** The selected place, where something beside the plot selects it, too. */
  at?: number | null
  onAt?: (at: number | null) => void
}

export function PlotPane({ plot, label, at, onAt }: Props) {
  const narrow = useNarrow(narrowPlot)
  const [own, setOwn] = useState<number | null>(null)
  return (
    <div className="alarm-plot">
      <PlotView plot={plot} label={label} edge={narrow ? 12 : 16} at={at ?? own} onAt={onAt ?? setOwn} />
    </div>
  )
}
