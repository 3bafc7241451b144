// A chart as a picture: title, legend, and the drawing of its kind below.
import { isWalked, type PlotSeries } from '#shared/plot/plot.ts'
import type { ChartPicture } from '../types.ts'
import { barsHeight, drawBars } from './bars.ts'
import { drawFlow, flowHeight } from './flow.ts'
import { drawHeat, heatHeight } from './heat.ts'
import { colours, cutTo, edge, hueOf, newPage, type Page, titleHeight, widthOf, writeTitle } from './page.ts'
import { textOf } from './text.ts'
import { drawWalked, walkedHeight } from './walked.ts'

const leastWidth = 760
const mostWidth = 1_250
const keyRow = 22
const footHeight = 30

export function drawPlot(picture: ChartPicture, wanted = leastWidth): Page {
  const width = Math.min(mostWidth, Math.max(leastWidth, wanted))
  const { title, note, plot } = picture
  const keys = keyRows(picture, width)
  const foot = picture.left ? `另有 ${picture.left} 项未画出` : ''
  const top = titleHeight(note) + keys.length * keyRow
  const height = top + bodyHeight(picture) + (foot ? footHeight : 12)
  const page = newPage(width, height)
  writeTitle(page, title, note)
  keys.forEach((row, at) => {
    writeKeys(page, row, titleHeight(note) + at * keyRow + keyRow / 2)
  })
  if (plot.places.length === 0 || plot.series.length === 0)
    page.write('没有数据', width / 2, top + 60, { colour: colours.muted, align: 'center' })
  else if (isWalked(plot.kind)) drawWalked(page, picture, top)
  else if (plot.kind === 'heatmap') drawHeat(page, picture, top)
  else if (plot.flow) drawFlow(page, picture, plot.flow, top)
  else drawBars(page, picture, top)
  if (foot) page.write(foot, edge, height - footHeight / 2, { size: 12, colour: colours.muted })
  return page
}

function bodyHeight(picture: ChartPicture): number {
  const { plot } = picture
  if (plot.places.length === 0 || plot.series.length === 0) return 120
  if (isWalked(plot.kind)) return walkedHeight
  if (plot.flow) return flowHeight
  return plot.kind === 'heatmap' ? heatHeight(picture) : barsHeight(picture)
}

// ---- the legend: a line per series with its last value

interface Key {
  text: string
  figure: string
  hue: number
  look: 'line' | 'dashed' | 'band'
  width: number
}

const markWidth = 18
const keyGap = 20
const longestName = 200

function keyRows(picture: ChartPicture, width: number): Key[][] {
  const rows: Key[][] = []
  let room = 0
  for (const key of keysOf(picture)) {
    if (rows.length === 0 || key.width > room) {
      rows.push([])
      room = width - 2 * edge
    }
    rows.at(-1)?.push(key)
    room -= key.width + keyGap
  }
  return rows
}

function keysOf(picture: ChartPicture): Key[] {
  const { plot } = picture
  if (plot.kind === 'heatmap' || plot.kind === 'funnel' || plot.kind === 'pie' || plot.flow) return []
  const walked = isWalked(plot.kind)
  if (!walked && plot.series.length < 2) return []
  const text = textOf(picture)
  const key = (name: string, figure: string, hue: number, look: Key['look']): Key => {
    const cut = cutTo(name, longestName, { size: 12 })
    const figureWidth = figure ? widthOf(figure, { size: 12, bold: true }) + 6 : 0
    return {
      text: cut,
      figure,
      hue,
      look,
      width: markWidth + widthOf(cut, { size: 12 }) + figureWidth,
    }
  }
  const shown = plot.namesPlaces ? () => '' : (one: PlotSeries) => text(lastOf(one.values))
  const keys = plot.series.map((one) => key(one.name, shown(one), one.hue, 'line'))
  const before = plot.series.find(({ previous }) => previous)
  return [
    ...keys,
    ...(before ? [key(plot.previousName || '对比', '', -1, 'dashed')] : []),
    ...plot.series.flatMap(({ expected, hue }) => (expected ? [key(expected.name, '', hue, 'band')] : [])),
  ]
}

const lastOf = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null

function writeKeys(page: Page, keys: readonly Key[], y: number): void {
  let x = edge
  for (const { text, figure, hue, look, width } of keys) {
    page.context.fillStyle = look === 'dashed' ? colours.previous : hueOf(hue)
    if (look === 'dashed') {
      page.context.fillRect(x, y - 1, 4, 2)
      page.context.fillRect(x + 7, y - 1, 4, 2)
    } else if (look === 'band') {
      page.context.globalAlpha = 0.18
      page.context.fillRect(x, y - 5, 12, 10)
      page.context.globalAlpha = 1
    } else page.context.fillRect(x, y - 1.5, 12, 3)
    page.write(text, x + markWidth, y, { size: 12, colour: colours.muted })
    page.write(figure, x + width, y, { size: 12, bold: true, align: 'right' })
    x += width + keyGap
  }
}
