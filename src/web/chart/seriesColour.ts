// The colour of a series for whatever stands for it: line, legend, dot. It follows the theme.
import { seriesColours } from '#shared/plot/plot.ts'
import './series.css'

/** From 0; colours start over behind the last one. */
export const seriesColour = (index: number): string => `var(--series-${index % seriesColours})`
