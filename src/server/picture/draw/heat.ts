// Retention as a heat map: a row per cohort, a cell per later day; higher values are darker.
import { heatShade } from '#shared/plot/heatShade.ts'
import type { ChartPicture } from '../types.ts'
import { colours, edge, hueOf, type Page, widthOf } from './page.ts'
import { textOf } from './text.ts'

const rowHeight = 22
const headHeight = 26
const mostRows = 31
const mostColumns = 14

export const heatHeight = ({ plot }: ChartPicture): number =>
  headHeight + Math.min(mostRows, plot.places.length) * rowHeight + 8

export function drawHeat(page: Page, picture: ChartPicture, top: number): void {
  const { plot } = picture
  const { context } = page
  const text = textOf(picture)
  const first = Math.max(0, plot.places.length - mostRows)
  const rows = plot.places.slice(first)
  const series = plot.series.slice(0, mostColumns)
  const nameWidth = Math.max(60, ...rows.map(({ label }) => Math.min(160, widthOf(label, { size: 12 }))))
  const left = edge + nameWidth + 10
  const room = (page.width - left - edge) / series.length
  const largest = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const small = { size: 11, align: 'center' as const, most: room - 2 }
  series.forEach(({ name }, at) => {
    page.write(name, left + (at + 0.5) * room, top + headHeight / 2, { ...small, colour: colours.muted })
  })
  rows.forEach(({ label }, line) => {
    const y = top + headHeight + line * rowHeight
    page.write(label, left - 10, y + rowHeight / 2, { size: 12, align: 'right', most: 160 })
    series.forEach(({ values, unfinished }, at) => {
      const value = values[first + line] ?? null
      if (value === null) return
      const isOpen = unfinished?.[first + line] === true
      // A cell that is growing stays pale, for its muted text.
      context.globalAlpha = heatShade(isOpen || largest <= 0 ? 0 : value / largest)
      context.fillStyle = hueOf(0)
      context.fillRect(left + at * room + 0.5, y + 0.5, room - 1, rowHeight - 1)
      context.globalAlpha = 1
      page.write(text(value), left + (at + 0.5) * room, y + rowHeight / 2, {
        ...small,
        colour: isOpen ? colours.muted : colours.text,
      })
    })
  })
}
