// A view as one page: its tiles on a grid of 12 columns, and one bar of filters over all of them.
import type { Comparison, DateRange, Grain, ReportChart, ReportCondition } from '../types.ts'

export const boardColumns = 12
/** Of one board. */
export const mostTiles = 60
/** Rows of the grid from the top; a row is 43 px high. */
export const mostRows = 2_000
export const longestTileText = 10_000
export const longestTileTitle = 100

/** In columns and rows of the grid. */
export interface Place {
  x: number
  y: number
  w: number
  h: number
}

interface Placed extends Place {
  /** Unique within the board. */
  id: string
  /** Absent: the report's or figure's name. */
  title?: string
}

export const reportLooks = ['chart', 'table', 'pivot'] as const

/** A report of the view. */
export interface ReportTile extends Placed {
  kind: (typeof reportLooks)[number]
  report: number
  /** Replaces the report's own chart. */
  chart?: ReportChart
}

/** What a figure should reach. */
export interface Goal {
  value: number
  /** Less is better: costs, losses. */
  low?: boolean
  /** Still nearly good at this part of the goal (0.9), or of its inverse where less is better. */
  near?: number
}

/** The latest whole day, or the days of the board as one. */
export const figureSpans = ['day', 'range'] as const
type FigureSpan = (typeof figureSpans)[number]

/** One large figure of a report, with its change, a small line, and how far its goal is. */
export interface FigureTile extends Placed {
  kind: 'figure'
  report: number
  /** Key of the report's column: `p12`, or `r7` of a retention. */
  key: string
  of: FigureSpan
  goal?: Goal
}

/** Markdown; HTML in it stays text. */
interface TextTile extends Placed {
  kind: 'text'
  text: string
}

export type BoardTile = ReportTile | FigureTile | TextTile
/** What stands on a report's figures. */
export type DataTile = ReportTile | FigureTile

/** What applies to all tiles that it reaches; absent parts leave each report as it is saved. */
export interface BoardBar {
  dateRange?: DateRange
  grain?: Grain
  compare?: Comparison
  /** On dimensions alone. */
  filters?: ReportCondition[]
}

export interface Board {
  tiles: BoardTile[]
  bar: BoardBar
}

export const isDataTile = (tile: BoardTile): tile is DataTile => tile.kind !== 'text'
