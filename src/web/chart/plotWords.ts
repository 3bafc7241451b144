// A place of a plot in words, for screen readers.
import type { Plot, PlotSeries } from '#shared/plot/plot.ts'

export function plotWords(plot: Plot, at: number): string {
  const place = plot.places[at]
  if (!place) return ''
  const notes = plot.notes.find((note) => note.at === at)?.titles ?? []
  const unfinished =
    plot.unfinishedFrom !== null && at >= plot.unfinishedFrom ? ['未结束'] : place.cut ? ['只含这几天'] : []
  const marks = (plot.marks ?? []).filter((mark) => mark.at === at).map(({ title }) => title)
  const figures = plot.series.slice(0, 10).map(({ name, values, previous, expected, ahead }) => {
    const before = previous
      ? `，${plot.previousName} ${place.previousLabel ?? ''} ${plot.text(previous[at] ?? null)}`
      : ''
    const room =
      expected && (expected.low[at] ?? null) !== null
        ? `，${expected.name} ${expectedText(plot, expected, at)}`
        : ''
    return `${name}${ahead?.[at] ? ' 预测' : ''} ${plot.text(values[at] ?? null)}${before}${room}`
  })
  return [place.title, ...unfinished, ...notes, ...marks, ...figures].join('；')
}

/** «1,200 – 1,800». */
export const expectedText = (
  { text }: Plot,
  { low, high }: NonNullable<PlotSeries['expected']>,
  at: number,
): string => `${text(low[at] ?? null)} – ${text(high[at] ?? null)}`
