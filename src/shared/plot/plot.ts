// A chart of a report, apart from how it is drawn: places along one axis, a line of figures for each series, and what
// stands at the places (weekends, holidays, launches, days that are not over).

export const plotKinds = ['line', 'area', 'column', 'bar', 'stacked', 'pie', 'funnel', 'heatmap'] as const
export type PlotKind = (typeof plotKinds)[number]

export interface PlotPlace {
  /** On the axis. */
  label: string
  /** Over the figures that are shown of it: 2026-10-01 周四 国庆节. */
  title: string
  /** Day or name of the place that it is compared with. */
  previousLabel?: string
  /** A week, a month … of which only some days were asked for: hatched. */
  cut?: boolean
  /** A row of the result that stands for it, where places are names. */
  row?: number
}

export interface PlotSeries {
  name: string
  /** Its colour, counted in the tokens' series. */
  hue: number
  values: readonly (number | null)[]
  /** Whose figures they are: a column of the result, and one of the rows that the series is made of; null: of all. */
  source?: { column: string; row: number | null }
  /** What each is compared with; absent without a comparison. */
  previous?: readonly (number | null)[]
  /** Of a heat map: whether a cell still grows. */
  unfinished?: readonly boolean[]
  /** Between which figures each was expected, shaded behind the line; null where nothing was. */
  expected?: { name: string; low: readonly (number | null)[]; high: readonly (number | null)[] }
}

/** Something that happened at a place, as a point on the first series. */
export interface PlotMark {
  at: number
  title: string
  /** `open` is a hollow point: it would have happened, and did not. */
  tone: 'bad' | 'warning' | 'open'
}

/** Places from one to another, both included, that are tinted; named where it is a holiday. */
export interface PlotBand {
  from: number
  to: number
  name: string
}

export interface PlotNote {
  at: number
  titles: string[]
}

export interface Plot {
  kind: PlotKind
  /** As in the column's head; `%` for ratios, whose values are then parts of one. */
  unit: string
  percent: boolean
  places: readonly PlotPlace[]
  /** Places are names, not days in a row. */
  namesPlaces?: boolean
  series: readonly PlotSeries[]
  bands: readonly PlotBand[]
  notes: readonly PlotNote[]
  marks?: readonly PlotMark[]
  /** Figures that are lines across the plot. */
  limits?: readonly { value: number; title: string }[]
  /** First place that is not over; it and those after it are hatched. null: all are over. */
  unfinishedFrom: number | null
  /** Name of what is compared with: 上期. */
  previousName: string
  /** Of pies: what the whole is, where it is known; slices are parts of it. */
  total?: number
  /** Of funnels: what is told at each step beside its figure. */
  stepTexts?: readonly string[]
  /** A figure as the table writes it. */
  text: (value: number | null) => string
}

/** Kinds whose figures stand over places on a line, and can be walked from place to place. */
export const isWalked = (kind: PlotKind): boolean =>
  kind === 'line' || kind === 'area' || kind === 'column' || kind === 'stacked'

/** Notes and limits stand behind lines, which they would cut at their peaks, and before columns, which would hide them. */
export const hidesWhatIsBehind = (kind: PlotKind): boolean => kind === 'column' || kind === 'stacked'

/** Places from one to another that are hatched: what is cut, and all from the first that is not over. */
export function hatchedPlaces({
  places,
  unfinishedFrom,
}: Pick<Plot, 'places' | 'unfinishedFrom'>): [number, number][] {
  const from = unfinishedFrom ?? places.length
  const cut = places.flatMap((place, at): [number, number][] => (place.cut && at < from ? [[at, at]] : []))
  return from < places.length ? [...cut, [from, places.length - 1]] : cut
}
