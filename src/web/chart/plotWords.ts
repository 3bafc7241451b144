// A place of a plot in words, for those who hear it.
import type { Plot } from './plot.ts'

export function plotWords(plot: Plot, at: number): string {
  const place = plot.places[at]
  if (!place) return ''
  const notes = plot.notes.find((note) => note.at === at)?.titles ?? []
  const unfinished = plot.unfinishedFrom !== null && at >= plot.unfinishedFrom ? ['未结束'] : []
  const figures = plot.series.slice(0, 10).map(({ name, values, previous }) => {
    const before = previous
      ? `，${plot.previousName} ${place.previousLabel ?? ''} ${plot.text(previous[at] ?? null)}`
      : ''
    return `${name} ${plot.text(values[at] ?? null)}${before}`
  })
  return [place.title, ...unfinished, ...notes, ...figures].join('；')
}
