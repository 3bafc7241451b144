// What can be drawn as a picture, and the messages to the drawing process.
import type { NumberFormat } from '#semantic/model/types.ts'
import type { Plot, PlotMark } from '#shared/plot/plot.ts'

/** How a chart's values are formatted. */
interface FigureLook {
  unit?: string
  format?: NumberFormat | null
}

export interface LinesPicture extends FigureLook {
  title: string
  /** Shown muted under the title: days, games, as of when. */
  note?: string
  days: readonly string[]
  lines: readonly {
    name: string
    values: readonly (number | null)[]
    /** Compared values, drawn dashed. */
    previous?: readonly (number | null)[]
  }[]
  /** Drawn behind the lines: the range of expected values. */
  band?: { name: string; low: readonly (number | null)[]; high: readonly (number | null)[] }
  /** Texts at days. */
  marks?: readonly { day: string; text: string }[]
  /** Points on the first line. */
  points?: readonly { day: string; tone: PlotMark['tone'] }[]
  /** Horizontal limit lines. */
  limits?: readonly { value: number; title: string }[]
  /** The first day that is not over. */
  unfinishedFrom?: string
}

export interface BarsPicture extends FigureLook {
  title: string
  note?: string
  names: readonly string[]
  bars: readonly { name: string; values: readonly (number | null)[] }[]
}

export interface ChartPicture {
  title: string
  note?: string
  /** Without its formatting function: values are formatted by `format` and the unit. */
  plot: Omit<Plot, 'text'>
  format: NumberFormat | null
  /** Number of series or places that found no room. */
  left?: number
}

export interface TableColumn {
  title: string
  /** Numbers are right-aligned. */
  align?: 'left' | 'right'
}

export interface TablePicture {
  title: string
  note?: string
  columns: readonly TableColumn[]
  /** Cells as displayed texts. */
  rows: readonly (readonly string[])[]
  /** The total row: first, on a panel, as on screen. */
  total?: readonly string[]
  /** The number of all rows, where `rows` are only the first. */
  rowCount?: number
}

/** Rows of a drawn table; the number of all rows is written below. */
export const drawnRows = 30
export const drawnColumns = 12

export type DrawnPart =
  | ({ kind: 'chart' } & ChartPicture)
  | ({ kind: 'table'; rowCount: number; columnCount: number } & TablePicture)

export type PictureOrder =
  | DrawnPart
  /** Stacked parts, with the footer muted under the last. */
  | { kind: 'stack'; parts: readonly DrawnPart[]; foot: string; mostBytes: number }

export type PictureAnswer = { png: Uint8Array } | { problem: string }
