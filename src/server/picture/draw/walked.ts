// Lines, areas and columns over an x axis, on one axis of values that begins at zero.
import { hatchedPlaces, hidesWhatIsBehind, type PlotSeries } from '#shared/plot/plot.ts'
import {
  boxOf,
  labelledPlaces,
  type PlotBox,
  placeX,
  scaleOf,
  ticksOf,
  tickText,
  type ValueScale,
  valueY,
} from '#shared/plot/plotScale.ts'
import type { ChartPicture } from '../types.ts'
import { colours, edge, hueOf, type Page } from './page.ts'

export const walkedHeight = 250

interface Ground {
  page: Page
  box: PlotBox
  scale: ValueScale
  picture: ChartPicture
}

export function drawWalked(page: Page, picture: ChartPicture, top: number): void {
  const { plot } = picture
  const scale = scaleOf(plot)
  const inner = boxOf(page.width, walkedHeight, scale, edge)
  const box = { ...inner, top: top + 30, bottom: 30, height: top + walkedHeight }
  const ground = { page, box, scale, picture }
  drawGround(ground)
  for (const one of plot.series) drawExpected(ground, one)
  if (hidesWhatIsBehind(plot.kind)) {
    drawColumns(ground)
    drawSigns(ground)
  } else {
    drawSigns(ground)
    for (const one of plot.series) drawLine(ground, one)
  }
  drawMarks(ground)
}

function drawSigns(ground: Ground): void {
  drawLimits(ground)
  drawNotes(ground)
}

// ---- background

function drawGround({ page, box, scale, picture: { plot } }: Ground): void {
  const { context } = page
  const count = plot.places.length
  const half = (box.width - box.left - box.right) / Math.max(1, count) / 2
  const stripe = (from: number, to: number) => {
    const left = placeX(box, count, from) - half
    return [left, box.top, placeX(box, count, to) + half - left, box.height - box.bottom - box.top] as const
  }
  context.fillStyle = colours.tint
  for (const { from, to } of plot.bands) context.fillRect(...stripe(from, to))
  for (const [from, to] of hatchedPlaces(plot)) hatch(page, stripe(from, to))
  for (const tick of ticksOf(scale)) {
    const y = Math.round(valueY(box, scale, tick) * 2) / 2
    context.fillStyle = tick === 0 ? colours.line : colours.grid
    context.fillRect(box.left, y - 0.25, box.width - box.left - box.right, 0.5)
    page.write(tickText(tick, scale), box.left - 8, y, { size: 11, colour: colours.muted, align: 'right' })
  }
  if (scale.unit) page.write(scale.unit, edge, box.top - 16, { size: 11, colour: colours.muted })
  writePlaces({ page, box, plot })
}

function writePlaces({ page, box, plot }: Pick<Ground, 'page' | 'box'> & Pick<ChartPicture, 'plot'>): void {
  const labels = plot.places.map(({ label }) => label)
  const width = box.width - box.left - box.right
  const room = width / Math.max(1, labels.length)
  const everyName = plot.namesPlaces && room >= 36
  const places = everyName ? labels.map((_, at) => at) : labelledPlaces(labels, width)
  for (const at of places) {
    const x = placeX(box, labels.length, at)
    const style = { size: 11, colour: colours.muted, align: 'center' as const }
    page.write(labels[at] ?? '', x, box.height - box.bottom + 14, {
      ...style,
      ...(everyName && { most: room - 4 }),
    })
  }
}

function hatch(
  { context }: Page,
  [left, top, width, height]: readonly [number, number, number, number],
): void {
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.strokeStyle = colours.hatch
  context.lineWidth = 1
  context.beginPath()
  for (let x = left - height; x < left + width; x += 7) {
    context.moveTo(x, top + height)
    context.lineTo(x + height, top)
  }
  context.stroke()
  context.restore()
}

/** The band of expected values. */
function drawExpected({ page, box, scale, picture }: Ground, { expected, hue }: PlotSeries): void {
  if (!expected) return
  const { low, high } = expected
  const { context } = page
  const count = picture.plot.places.length
  const at = (place: number, value: number) => [placeX(box, count, place), valueY(box, scale, value)] as const
  context.fillStyle = hueOf(hue)
  context.globalAlpha = 0.14
  for (const run of runsOf(count, (place) => isFigure(low[place]) && isFigure(high[place]))) {
    if (run.length < 2) continue
    follow(context, [
      ...run.map((place) => at(place, high[place] as number)),
      ...run.toReversed().map((place) => at(place, low[place] as number)),
    ])
    context.closePath()
    context.fill()
  }
  context.globalAlpha = 1
}

function drawLimits({ page, box, scale, picture: { plot } }: Ground): void {
  const { context } = page
  context.strokeStyle = colours.mark
  context.lineWidth = 1
  context.setLineDash([4, 4])
  for (const { value, title } of plot.limits ?? []) {
    const y = valueY(box, scale, value)
    context.beginPath()
    context.moveTo(box.left, y)
    context.lineTo(box.width - box.right, y)
    context.stroke()
    const style = { size: 11, colour: colours.mark, align: 'right' as const, most: box.width / 2 }
    page.write(title, box.width - box.right, y - 8, style)
  }
  context.setLineDash([])
}

/** Marks on the first series: filled where the event happened, a ring where it would have. */
function drawMarks({ page, box, scale, picture: { plot } }: Ground): void {
  const { context } = page
  const values = plot.series[0]?.values ?? []
  for (const { at, tone } of plot.marks ?? []) {
    const colour = tone === 'bad' ? colours.mark : tone === 'warning' ? colours.series[1] : colours.muted
    const value = values[at]
    context.beginPath()
    context.arc(
      placeX(box, plot.places.length, at),
      valueY(box, scale, isFigure(value) ? value : scale.min),
      4,
      0,
      2 * Math.PI,
    )
    context.fillStyle = colour
    context.strokeStyle = colour
    context.lineWidth = 2
    if (tone === 'open') context.stroke()
    else context.fill()
  }
}

/** A path from point to point. */
function follow(context: Page['context'], points: readonly (readonly [x: number, y: number])[]): void {
  context.beginPath()
  for (const [place, point] of points.entries())
    if (place === 0) context.moveTo(...point)
    else context.lineTo(...point)
}

const isFigure = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Runs of consecutive places for which the condition holds. */
function runsOf(count: number, holds: (at: number) => boolean): number[][] {
  const runs: number[][] = []
  for (let at = 0; at < count; at++) {
    if (!holds(at)) continue
    const last = runs.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else runs.push([at])
  }
  return runs
}

// ---- values

function drawLine({ page, box, scale, picture: { plot } }: Ground, one: PlotSeries): void {
  const { context } = page
  const count = plot.places.length
  const colour = hueOf(one.hue)
  const isAlone = plot.series.length === 1
  const pointAt = (values: readonly (number | null)[], at: number) =>
    [placeX(box, count, at), valueY(box, scale, values[at] as number)] as const
  const stroke = (values: readonly (number | null)[], from: number, to: number, dash: number[]) => {
    context.setLineDash(dash)
    for (const run of runsOf(count, (at) => at >= from && at <= to && isFigure(values[at]))) {
      // A single value is drawn as a point.
      if (run.length < 2) continue
      follow(
        context,
        run.map((at) => pointAt(values, at)),
      )
      context.stroke()
    }
    context.setLineDash([])
  }
  context.lineJoin = 'round'
  if (one.previous) {
    context.strokeStyle = isAlone ? colours.previous : colour
    context.lineWidth = 1.5
    stroke(one.previous, 0, count, [5, 4])
  }
  const ahead = one.ahead?.indexOf(true) ?? -1
  const open = ahead < 0 ? (plot.unfinishedFrom ?? count) : ahead
  if (plot.kind === 'area') shade({ context, box, scale }, one, pointAt, count)
  context.strokeStyle = colour
  context.lineWidth = 2
  stroke(one.values, 0, open - 1, [])
  if (open < count) stroke(one.values, Math.max(0, open - 1), count, [2, 4])
  for (let at = 0; at < count; at++) {
    const isLonely = !isFigure(one.values[at - 1]) && !isFigure(one.values[at + 1])
    if (!isFigure(one.values[at]) || !(at >= open || isLonely || count <= 2)) continue
    context.beginPath()
    context.arc(...pointAt(one.values, at), 3, 0, 2 * Math.PI)
    context.fillStyle = at >= open ? colours.page : colour
    context.fill()
    context.stroke()
  }
}

function shade(
  { context, box, scale }: { context: Page['context']; box: PlotBox; scale: ValueScale },
  one: PlotSeries,
  pointAt: (values: readonly (number | null)[], at: number) => readonly [number, number],
  count: number,
): void {
  context.fillStyle = hueOf(one.hue)
  context.globalAlpha = 0.12
  const zero = valueY(box, scale, 0)
  for (const run of runsOf(count, (at) => isFigure(one.values[at]))) {
    context.beginPath()
    context.moveTo(placeX(box, count, run[0] as number), zero)
    for (const at of run) context.lineTo(...pointAt(one.values, at))
    context.lineTo(placeX(box, count, run.at(-1) as number), zero)
    context.fill()
  }
  context.globalAlpha = 1
}

function drawColumns({ page, box, scale, picture: { plot } }: Ground): void {
  const { context } = page
  const count = plot.places.length
  const isStacked = plot.kind === 'stacked'
  const room = (box.width - box.left - box.right) / Math.max(1, count)
  const beside = isStacked ? 1 : plot.series.length
  const width = Math.max(1, Math.min(36, (room * 0.68) / beside))
  const up = new Array<number>(count).fill(0)
  const down = new Array<number>(count).fill(0)
  plot.series.forEach((one, place) => {
    context.fillStyle = hueOf(one.hue)
    one.values.forEach((value, at) => {
      if (!isFigure(value)) return
      const pile = value >= 0 ? up : down
      const from = isStacked ? (pile[at] as number) : 0
      if (isStacked) pile[at] = from + value
      const [y, base] = [valueY(box, scale, from + value), valueY(box, scale, from)]
      const left = placeX(box, count, at) - (width * beside) / 2 + (isStacked ? 0 : place * width)
      context.globalAlpha = plot.unfinishedFrom !== null && at >= plot.unfinishedFrom ? 0.45 : 1
      context.fillRect(left, Math.min(y, base), Math.max(1, width - (beside > 1 ? 1 : 0)), Math.abs(base - y))
    })
  })
  context.globalAlpha = 1
}

/** A thin line at the place, with its text at the top. */
function drawNotes({ page, box, picture: { plot } }: Ground): void {
  const { context } = page
  const half = (box.width - box.left) / 2 + box.left
  for (const { at, titles } of plot.notes) {
    const x = placeX(box, plot.places.length, at)
    context.fillStyle = colours.mark
    context.fillRect(x - 0.5, box.top - 6, 1, box.height - box.bottom - box.top + 6)
    const isLeft = x > half
    page.write(titles.join('；'), x + (isLeft ? -5 : 5), box.top - 14, {
      size: 11,
      colour: colours.mark,
      align: isLeft ? 'right' : 'left',
      most: isLeft ? x - box.left : box.width - box.right - x,
    })
  }
}
