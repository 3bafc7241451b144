// A report's chart, independent of its drawing: places along an axis, the values of each series, and marks at
// places (weekends, holidays, launches, unfinished days).

export const plotKinds = [
  'line',
  'area',
  'column',
  'bar',
  'stacked',
  'pie',
  'funnel',
  'heatmap',
  'flow',
] as const
export type PlotKind = (typeof plotKinds)[number]

/** Colours of series before they start over. */
export const seriesColours = 12

export interface PlotPlace {
  /** Axis label. */
  label: string
  /** Heading above the values of the place: 2026-10-01 周四 国庆节. */
  title: string
  /** Day or name of the place it is compared with. */
  previousLabel?: string
  /** A week, a month … of which only some days were requested: hatched. */
  cut?: boolean
  /** The result's row that the place represents, where places are names. */
  row?: number
}

export interface PlotSeries {
  name: string
  /** Index of its colour in the tokens' series colours. */
  hue: number
  values: readonly (number | null)[]
  /**
   * Source of the values: a column of the result and one of the series' rows; null: all rows. `rows`: the row of each
   * value.
   */
  source?: {
    column: string
    row: number | null
    rows: readonly (number | null)[]
    /** For funnels, whose steps are columns of one row: the column of each value. */
    columns?: readonly string[]
  }
  /** Compared values; absent without a comparison. */
  previous?: readonly (number | null)[]
  /** For heat maps: whether a cell is still growing. */
  unfinished?: readonly boolean[]
  /** Which values are forecasts, no facts: drawn dotted. */
  ahead?: readonly boolean[]
  /** The range of expected values, shaded behind the line; null where there was none. */
  expected?: { name: string; low: readonly (number | null)[]; high: readonly (number | null)[] }
}

/** An event at a place, drawn as a point on the first series. */
export interface PlotMark {
  at: number
  title: string
  /** `open` is a hollow point: the event would have happened, and did not. */
  tone: 'bad' | 'warning' | 'open'
}

/** A tinted range of places, both ends inclusive; named where it is a holiday. */
export interface PlotBand {
  from: number
  to: number
  name: string
}

export interface PlotNote {
  at: number
  titles: string[]
}

/** Players who go from one state or step to the next. */
export interface PlotFlow {
  caption: string
  /** Layers from 0, from left to right. */
  nodes: readonly { name: string; layer: number; hue: number }[]
  /** Indexes of nodes. */
  links: readonly { from: number; to: number }[]
}

export interface Plot {
  kind: PlotKind
  /** Unit as in the column's header; `%` for ratios, whose values are then fractions. */
  unit: string
  percent: boolean
  places: readonly PlotPlace[]
  /** Places are names, not consecutive days. */
  namesPlaces?: boolean
  series: readonly PlotSeries[]
  bands: readonly PlotBand[]
  notes: readonly PlotNote[]
  marks?: readonly PlotMark[]
  /** Values drawn as lines across the plot. */
  limits?: readonly { value: number; title: string }[]
  /** First unfinished place, from which on places are hatched. Null: all are finished. */
  unfinishedFrom: number | null
  /** Name of the compared period: 上期. */
  previousName: string
  /** For pies: the whole, where known; slices are shares of it. */
  total?: number
  /** For funnels: the note at each step beside its value. */
  stepTexts?: readonly string[]
  /** For flows: the nodes, and for each place the link that it is. */
  flow?: PlotFlow
  /** Formats a value as in the table. */
  text: (value: number | null) => string
}

/** Kinds with values over places on an axis, which can be walked place by place. */
export const isWalked = (kind: PlotKind): boolean =>
  kind === 'line' || kind === 'area' || kind === 'column' || kind === 'stacked'

/**
 * Notes and limits are drawn behind lines, whose peaks they would cut, and in front of columns, which would
 * hide them.
 */
export const hidesWhatIsBehind = (kind: PlotKind): boolean => kind === 'column' || kind === 'stacked'

/** Ranges of hatched places: incomplete periods, and all from the first unfinished one. */
export function hatchedPlaces({
  places,
  unfinishedFrom,
}: Pick<Plot, 'places' | 'unfinishedFrom'>): [number, number][] {
  const from = unfinishedFrom ?? places.length
  const cut = places.flatMap((place, at): [number, number][] => (place.cut && at < from ? [[at, at]] : []))
  return from < places.length ? [...cut, [from, places.length - 1]] : cut
}
