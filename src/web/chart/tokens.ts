// The look's colours for a canvas: resolved to plain colours, and read again when the theme changes.

import { seriesColours } from '#shared/plot/plot.ts'
import { seriesColour } from './seriesColour.ts'

export interface ChartTokens {
  background: string
  text: string
  muted: string
  border: string
  grid: string
  popup: string
  family: string
  /** Series colours in order, then starting over. */
  series: string[]
}

/** Additional tokens for plots of reports. */
export interface PlotTokens extends ChartTokens {
  /** Weekends and holidays. */
  tint: string
  /** Pattern for unfinished periods. */
  hatch: HatchPattern | string
  /** The compared period. */
  previous: string
}

/** ECharts' pattern format. */
interface HatchPattern {
  image: HTMLCanvasElement
  repeat: 'repeat'
}

/** `element`: where the chart is, so that it has its theme. */
export function chartTokens(element: HTMLElement): PlotTokens {
  const style = getComputedStyle(element)
  const probe = document.createElement('i')
  element.append(probe)
  const colour = (value: string) => {
    probe.style.color = value
    return plainColour(getComputedStyle(probe).color)
  }
  const tokens = {
    background: colour('var(--bg)'),
    text: colour('var(--text)'),
    muted: colour('var(--text-muted)'),
    border: colour('var(--border-strong)'),
    grid: colour('var(--grid)'),
    popup: colour('var(--popup)'),
    tint: colour('var(--tint)'),
    hatch: hatchOf(colour('var(--hatch)')),
    previous: colour('var(--icon)'),
    family: style.fontFamily,
    series: Array.from({ length: seriesColours }, (_, index) => colour(seriesColour(index))),
  }
  probe.remove()
  return tokens
}

/**
 * Browsers return `oklch(…)` as written, but ECharts only reads rgb, so the colour is read back from a
 * painted pixel.
 */
function plainColour(colour: string): string {
  if (/^rgba?\(/.test(colour)) return colour
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
}

/** Lines rising to the right, 5 px apart like the table's. */
function hatchOf(colour: string): HatchPattern | string {
  const image = document.createElement('canvas')
  const side = 7
  image.width = side
  image.height = side
  const context = image.getContext('2d')
  if (!context) return colour
  context.strokeStyle = colour
  context.lineWidth = 1
  for (const offset of [-side, 0, side]) {
    context.moveTo(offset - 1, side + 1)
    context.lineTo(offset + side + 1, -1)
  }
  context.stroke()
  return { image, repeat: 'repeat' }
}
