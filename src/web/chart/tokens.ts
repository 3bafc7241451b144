// The look's colours as a canvas can take them: resolved to plain colours, read anew when the theme changes.

export interface ChartTokens {
  background: string
  text: string
  muted: string
  border: string
  grid: string
  popup: string
  family: string
  /** Of series, first to last; then again from the first. */
  series: string[]
}

/** What plots of reports need besides. */
export interface PlotTokens extends ChartTokens {
  /** Weekends and holidays. */
  tint: string
  /** What is not over, as a pattern. */
  hatch: HatchPattern | string
  /** The period before. */
  previous: string
}

/** As ECharts takes patterns. */
export interface HatchPattern {
  image: HTMLCanvasElement
  repeat: 'repeat'
}

/** One hue a series, of one lightness on either background; the accent first. */
const seriesHues = [
  'blue',
  'orange',
  'green',
  'violet',
  'vermilion',
  'turquoise',
  'gold',
  'rose',
  'indigo',
  'forest',
]

/** `element` stands where the chart does, so that it has its theme. */
export function chartTokens(element: HTMLElement): PlotTokens {
  const isDark = element.closest('.bp6-dark') !== null
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
    series: seriesHues.map((hue) => colour(`var(--bp-palette-${hue}-${isDark ? 4 : 3})`)),
  }
  probe.remove()
  return tokens
}

/** Browsers answer `oklch(…)` as it is written; ECharts reads rgb alone, so a pixel is asked for its colour. */
function plainColour(colour: string): string {
  if (/^rgba?\(/.test(colour)) return colour
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
}

/** Lines from the lower left, 5 px apart as the table's are. */
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
