// Horizontal bars, one below the other, each with its name before and its value after it; also used for pies
// and funnels.
import { extentOf } from '#shared/plot/plotScale.ts'
import type { ChartPicture } from '../types.ts'
import { colours, edge, hueOf, type Page, widthOf } from './page.ts'
import { textOf } from './text.ts'

const barHeight = 18
const gap = 8
const widestName = 180
const mostBars = 40

const shownPlaces = ({ plot }: ChartPicture): number =>
  Math.min(plot.places.length, Math.max(1, Math.floor(mostBars / plot.series.length)))

export const barsHeight = (picture: ChartPicture): number =>
  shownPlaces(picture) * (picture.plot.series.length * barHeight + gap) + 12

export function drawBars(page: Page, picture: ChartPicture, top: number): void {
  const { plot } = picture
  const { context } = page
  const count = shownPlaces(picture)
  const names = plot.places.slice(0, count).map(({ label }) => label)
  const texts = plot.series.map(({ values }) =>
    names.map((_, at) => figureAt(picture, values[at] ?? null, at)),
  )
  const nameWidth = Math.min(widestName, Math.max(...names.map((name) => widthOf(name, { size: 12 }))))
  const textWidth = Math.max(...texts.flat().map((text) => widthOf(text, { size: 12 })))
  const left = edge + nameWidth + 10
  const room = Math.max(40, page.width - left - edge - textWidth - 8)
  const [low, high] = extentOf({ kind: 'bar', series: plot.series })
  const zero = left + (high - low === 0 ? 0 : (-low / (high - low)) * room)
  names.forEach((name, at) => {
    const y = top + 6 + at * (plot.series.length * barHeight + gap)
    const middle = y + (plot.series.length * barHeight) / 2
    page.write(name, left - 10, middle, {
      size: 12,
      align: 'right',
      most: widestName,
    })
    plot.series.forEach((one, place) => {
      const value = one.values[at] ?? null
      const width = value === null || high === low ? 0 : (value / (high - low)) * room
      const lineTop = y + place * barHeight
      context.fillStyle = hueOf(plot.series.length === 1 && plot.kind === 'pie' ? at : one.hue)
      context.fillRect(Math.min(zero, zero + width), lineTop + 1, Math.abs(width), barHeight - 2)
      const end = Math.max(zero, zero + width)
      page.write(texts[place]?.[at] ?? '', end + 6, lineTop + barHeight / 2, {
        size: 12,
        colour: value === null ? colours.muted : colours.text,
      })
    })
  })
  context.fillStyle = colours.line
  context.fillRect(zero - 0.25, top, 0.5, count * (plot.series.length * barHeight + gap) + 4)
}

/** The value with its share of the whole, or the note of its step. */
function figureAt(picture: ChartPicture, value: number | null, at: number): string {
  const { plot } = picture
  const text = textOf(picture)(value)
  const step = plot.stepTexts?.[at]
  if (step) return `${text}  ${step}`
  if (plot.kind !== 'pie' || value === null) return text
  const values = plot.series[0]?.values ?? []
  const total = plot.total ?? values.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return total > 0 ? `${text}  ${((value / total) * 100).toFixed(1)}%` : text
}
