// What can be drawn as a picture, and how it travels to the process that draws.
import type { NumberFormat } from '#semantic/model/types.ts'
import type { Plot, PlotMark } from '#shared/plot/plot.ts'

/** How the figures of a chart read. */
interface FigureLook {
  unit?: string
  format?: NumberFormat | null
}

export interface LinesPicture extends FigureLook {
  title: string
  /** Under the title, muted: days, games, as of when. */
  note?: string
  days: readonly string[]
  lines: readonly {
    name: string
    values: readonly (number | null)[]
    /** What each is compared with, dashed. */
    previous?: readonly (number | null)[]
  }[]
  /** Behind the lines: where a figure is expected. */
  band?: { name: string; low: readonly (number | null)[]; high: readonly (number | null)[] }
  /** Words at days. */
  marks?: readonly { day: string; text: string }[]
  /** Points on the first line. */
  points?: readonly { day: string; tone: PlotMark['tone'] }[]
  /** Lines across. */
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
  /** Without the function that writes its figures: those are written by `format` and its unit. */
  plot: Omit<Plot, 'text'>
  format: NumberFormat | null
  /** Series or places that found no room. */
  left?: number
}

export interface TableColumn {
  title: string
  /** Figures stand at the right. */
  align?: 'left' | 'right'
}

export interface TablePicture {
  title: string
  note?: string
  columns: readonly TableColumn[]
  /** As they read. */
  rows: readonly (readonly string[])[]
  /** The total: first, on a panel, as on screen. */
  total?: readonly string[]
  /** Of all, where `rows` are the first ones. */
  rowCount?: number
}

/** Of a table that is drawn: what goes beyond is told under it. */
export const drawnRows = 30
export const drawnColumns = 12

export type DrawnPart =
  | ({ kind: 'chart' } & ChartPicture)
  | ({ kind: 'table'; rowCount: number; columnCount: number } & TablePicture)

export type PictureOrder =
  | DrawnPart
  /** One below the other, the foot muted under the last. */
  | { kind: 'stack'; parts: readonly DrawnPart[]; foot: string; mostBytes: number }

export type PictureAnswer = { png: Uint8Array } | { problem: string }
