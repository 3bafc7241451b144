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
export function chartTokens(element: HTMLElement): ChartTokens {
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
